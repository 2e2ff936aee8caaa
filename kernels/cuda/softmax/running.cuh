#pragma once
// Maximum and rescaled sum of some of a row's logits.
#include <ulpgate/simt.h>

#include "kernels/cuda/rows/team.cuh"
#include "kernels/cuda/softmax/logits.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// sum of exp(t - largest). Of one logit t: {t, 1}. `largest` is NaN where that one is.
struct Running {
  float largest;
  float sum;
};

__device__ __forceinline__ Running exchanged(const Running& r, int o) {
  return {exchanged(r.largest, o), exchanged(r.sum, o)};
}

/// A part without logits has nothing to rescale; a NaN goes into the sum, as no maximum keeps it.
__device__ __forceinline__ Running merged(const SoftmaxProblem& p, const Running& a, const Running& b) {
  const float largest = fmaxf(a.largest, b.largest);
  const Shift shift(p, largest);
  return {largest, __fadd_rn(__fmul_rn(a.sum, shift(a.largest)), __fmul_rn(b.sum, shift(b.largest)))};
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
