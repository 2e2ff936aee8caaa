#pragma once
// The kernels of normalizations.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/norm/affine.cuh"
#include "kernels/cuda/norm/moments.cuh"
#include "kernels/cuda/rows/output.cuh"
#include "kernels/cuda/rows/team.cuh"
#include "kernels/cuda/rows/walk.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

inline constexpr int norm_warps = 4;  ///< of a block whose warps have a row each

/// The deviation from the mean, squared.
__device__ __forceinline__ float square_from(float mean, float x) {
  const float deviation = __fsub_rn(x, mean);
  return __fmul_rn(deviation, deviation);
}

/// Up to 32 * PER_LANE elements in registers.
template <class X, class Y, int PER_LANE>
__global__ void __launch_bounds__(32 * norm_warps) norm_warp(const NormProblem p) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * norm_warps;
  const auto n = static_cast<float>(p.n);
  for (std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * norm_warps + threadIdx.x / 32; row < p.rows;
       row += step) {
    const X* const x = row_of<const X>(p.x, row);
    Y* const y = row_of<Y>(p.y, row);
    float v[PER_LANE];
    float sum = 0;
    ULPGATE_UNROLL
    for (int k = 0; k < PER_LANE; ++k) {
      const int i = 32 * k + WarpTeam::index();
      v[k] = i < p.n ? to_float(x[i * p.x.stride]) : 0;
      sum = __fadd_rn(sum, v[k]);
    }
    const float mean = p.rms ? 0 : __fdiv_rn(sum_of<WarpTeam>(sum), n);
    float squares = 0;
    ULPGATE_UNROLL
    for (int k = 0; k < PER_LANE; ++k) {
      const int i = 32 * k + WarpTeam::index();
      if (i < p.n) squares = __fadd_rn(squares, square_from(mean, v[k]));
    }
    const Affine affine(p, mean, __fdiv_rn(sum_of<WarpTeam>(squares), n));
    ULPGATE_UNROLL
    for (int k = 0; k < PER_LANE; ++k) {
      const int i = 32 * k + WarpTeam::index();
      if (i < p.n) set(y[i * p.y.stride], affine(i, v[k]));
    }
    if (WarpTeam::index() == 0) affine.write_statistics(row);
  }
}

/// A row's mean and variance by two passes over memory.
template <class X>
__device__ __forceinline__ Affine two_pass(const NormProblem& p, const X* x) {
  const auto n = static_cast<float>(p.n);
  float mean = 0, squares = 0;
  if (!p.rms) {
    float sum = 0;
    for_each<BlockTeam>(x, p.x.stride, p.n, [&](std::int64_t, float v) { sum = __fadd_rn(sum, v); });
    mean = __fdiv_rn(sum_of<BlockTeam>(sum), n);
  }
  for_each<BlockTeam>(x, p.x.stride, p.n,
                      [&](std::int64_t, float v) { squares = __fadd_rn(squares, square_from(mean, v)); });
  return {p, mean, __fdiv_rn(sum_of<BlockTeam>(squares), n)};
}

/// The same by one.
template <class X>
__device__ __forceinline__ Affine welford(const NormProblem& p, const X* x) {
  Moments moments{0, 0, 0};
  for_each<BlockTeam>(x, p.x.stride, p.n, [&](std::int64_t, float v) { moments = with(moments, v); });
  moments = BlockTeam::over_all(moments, [](const Moments& a, const Moments& b) { return merged(a, b); });
  return {p, moments.mean, __fdiv_rn(moments.squares, static_cast<float>(p.n))};
}

/// A block a row, as often as there are rows.
template <class X, class Y>
__global__ void norm_block(const NormProblem p) {
  Output<Y> output(p);
  for (std::int64_t row = blockIdx.x; row < p.rows; row += gridDim.x) {
    const X* const x = row_of<const X>(p.x, row);
    const Affine affine = p.unit == NormUnit::welford ? welford(p, x) : two_pass(p, x);
    transform<BlockTeam>(x, p.x.stride, row_of<Y>(p.y, row), p.y.stride, p.n,
                         [&](std::int64_t i, float v) { return output(affine(i, v)); });
    if (BlockTeam::index() == 0) affine.write_statistics(row);
  }
  output.template finish<BlockTeam>();
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
