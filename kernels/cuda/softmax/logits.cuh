#pragma once
// The logits of a row, and what becomes of them.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/rows/element.cuh"
#include "kernels/cuda/softmax/softmax.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

class Logits {
 public:
  __device__ Logits(const SoftmaxProblem& p, std::int64_t outer, std::int64_t inner)
      : p_(p), outer_(outer), inner_(inner), end_(p.n) {
    if (p.queries > 0) end_ = outer % p.queries + p.n - p.queries + 1;
  }

  __device__ __forceinline__ float operator()(std::int64_t i, float x) const {
    float t = __fmul_rn(x, p_.scale);
    if (p_.masking == SoftmaxMask::added) t = __fadd_rn(t, element_at(p_.mask, outer_, i, inner_));
    return is_masked_out(i) ? -INFINITY : t;
  }

 private:
  __device__ __forceinline__ bool is_masked_out(std::int64_t i) const {
    if (i >= end_) return true;
    return p_.masking == SoftmaxMask::masked_out &&
           row_of<const unsigned char>(p_.mask, outer_, inner_)[i * p_.mask.stride] != 0;
  }

  const SoftmaxProblem& p_;
  std::int64_t outer_, inner_, end_;
};

/// exp(t - m), where m is the largest logit.
class Shift {
 public:
  __device__ Shift(const SoftmaxProblem& p, float largest)
      : fast_(p.fast), shift_(largest == -INFINITY ? 0 : largest) {}
  __device__ __forceinline__ float difference(float t) const { return __fsub_rn(t, shift_); }
  __device__ __forceinline__ float operator()(float t) const {
    return fast_ ? __expf(difference(t)) : expf(difference(t));
  }

 private:
  bool fast_;
  float shift_;
};

/// A row's results from its logits. The sum is 0 only where there is no logit above -Inf.
class SoftmaxResult {
 public:
  __device__ SoftmaxResult(const SoftmaxProblem& p, const Shift& shift, float sum)
      : p_(p), shift_(shift), sum_(sum) {
    if (p.log) log_sum_ = p.fast ? __logf(sum) : logf(sum);
  }
  __device__ __forceinline__ float operator()(float t) const {
    if (sum_ == 0) return p_.zero_where_masked ? 0 : NAN;
    if (p_.log) return __fsub_rn(shift_.difference(t), log_sum_);
    return p_.fast ? __fdividef(shift_(t), sum_) : __fdiv_rn(shift_(t), sum_);
  }

 private:
  const SoftmaxProblem& p_;
  const Shift& shift_;
  float sum_, log_sum_ = 0;
};

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
