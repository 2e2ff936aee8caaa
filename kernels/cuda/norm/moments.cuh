#pragma once
// Mean and sum of squared deviations of some of a row's elements.
#include <ulpgate/simt.h>

#include "kernels/cuda/rows/team.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

struct Moments {
  float count;
  float mean;
  float squares;  ///< sum of (x - mean)^2
};

__device__ __forceinline__ Moments exchanged(const Moments& m, int o) {
  return {exchanged(m.count, o), exchanged(m.mean, o), exchanged(m.squares, o)};
}

/// Welford's update.
__device__ __forceinline__ Moments with(const Moments& m, float x) {
  const float count = m.count + 1, step = __fsub_rn(x, m.mean);
  const float mean = __fadd_rn(m.mean, __fdiv_rn(step, count));
  return {count, mean, __fadd_rn(m.squares, __fmul_rn(step, __fsub_rn(x, mean)))};
}

/// Chan's formula.
__device__ __forceinline__ Moments merged(const Moments& a, const Moments& b) {
  const float count = a.count + b.count;
  if (count == 0) return a;
  const float apart = __fsub_rn(b.mean, a.mean), share = __fdiv_rn(b.count, count);
  // A part without elements has no weight, however large the square is.
  const float between = __fmul_rn(__fmul_rn(__fmul_rn(a.count, share), apart), apart);
  return {count, __fadd_rn(a.mean, __fmul_rn(apart, share)),
          __fadd_rn(__fadd_rn(a.squares, b.squares), between)};
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
