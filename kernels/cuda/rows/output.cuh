#pragma once
// What becomes of results on their way to y: nothing; or a scale and a code of eight bits, beside an amax of
// all of them.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/rows/element.cuh"
#include "kernels/cuda/rows/team.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// An element of e4m3 or e5m2: one kernel for both.
struct Fp8 {
  __nv_fp8_storage_t code;
};

__device__ __forceinline__ void set(Fp8& to, Fp8 x) { to = x; }

/// To nearest even; e4m3, which has no infinity, saturates.
__device__ __forceinline__ Fp8 to_fp8(ElementFormat format, float x) {
  if (format == ElementFormat::e4m3) return {__nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3)};
  return {__nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E5M2)};
}

template <class Y>
class Output {
 public:
  template <class Problem>
  __device__ explicit Output(const Problem&) {}
  __device__ __forceinline__ float operator()(float x) const { return x; }
  template <class Team>
  __device__ void finish() const {}
};

template <>
class Output<Fp8> {
 public:
  template <class Problem>
  __device__ explicit Output(const Problem& p)
      : format_(p.y.format), scale_(p.scale_y), amax_(static_cast<unsigned*>(p.amax.data)) {}

  __device__ __forceinline__ Fp8 operator()(float x) {
    // Magnitudes have the order of their bits, and NaN is above all.
    const unsigned magnitude = __float_as_uint(fabsf(x));
    largest_ = magnitude > largest_ ? magnitude : largest_;
    return to_fp8(format_, __fmul_rn(x, scale_));
  }

  /// By all threads of the team, when they have written everything. amax held 0 before the launch.
  template <class Team>
  __device__ void finish() const {
    if (amax_ == nullptr) return;
    const unsigned largest = Team::over_all(largest_, [](unsigned a, unsigned b) { return a > b ? a : b; });
    if (Team::index() == 0) atomicMax(amax_, largest);
  }

 private:
  ElementFormat format_;
  float scale_;
  unsigned* amax_;
  unsigned largest_ = 0;
};

template <class T>
__global__ void write_one(T* to, T value) {
  *to = value;
}

/// Before the launch: amax of no results, where there is one.
template <class Problem>
simt::Error begin_amax(const Problem& p, simt::Stream stream) {
  if (p.amax.data == nullptr) return 0;
  return simt::launch("write_one", write_one<float>, dim3(1), dim3(1), 0, stream,
                      static_cast<float*>(p.amax.data), 0.0F);
}

inline bool is_fp8(ElementFormat format) {
  return format == ElementFormat::e4m3 || format == ElementFormat::e5m2;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
