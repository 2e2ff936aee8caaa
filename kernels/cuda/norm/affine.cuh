#pragma once
// What a row's mean and variance make of its elements.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/norm/norm.h"
#include "kernels/cuda/rows/element.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

__device__ __forceinline__ float gamma_at(const RowMemory& gamma, bool zero_centred, std::int64_t i) {
  const float g = element_at(gamma, 0, i);
  return zero_centred ? __fadd_rn(1.0F, g) : g;
}

class Affine {
 public:
  __device__ Affine(const NormProblem& p, float mean, float variance) : p_(p), mean_(mean) {
    rstd_ = rsqrtf(__fadd_rn(variance, p.eps));
  }

  __device__ __forceinline__ float operator()(std::int64_t i, float x) const {
    float y = __fmul_rn(p_.rms ? x : __fsub_rn(x, mean_), rstd_);
    if (p_.gamma.data != nullptr) y = __fmul_rn(y, gamma_at(p_.gamma, p_.zero_centred, i));
    return p_.beta.data != nullptr ? __fadd_rn(y, element_at(p_.beta, 0, i)) : y;
  }

  /// By one thread of a row.
  __device__ void write_statistics(std::int64_t row) const {
    if (p_.mean.data != nullptr) set_element(p_.mean, row, 0, mean_);
    if (p_.rstd.data != nullptr) set_element(p_.rstd, row, 0, rstd_);
  }

 private:
  const NormProblem& p_;
  float mean_, rstd_;
};

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
