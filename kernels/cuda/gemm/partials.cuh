#pragma once
// The sums of parts of k, in the workspace.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/elements.cuh"
#include "kernels/cuda/gemm/arguments.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

__device__ __forceinline__ std::int64_t partial_index(const GemmProblem& p, std::int64_t part,
                                                      std::int64_t problem, std::int64_t row,
                                                      std::int64_t column) {
  return ((part * p.batch + problem) * p.m + row) * p.n + column;
}

__device__ __forceinline__ void store_partial(const GemmArguments& g, std::int64_t index, float sum) {
  const GemmProblem& p = g.problem;
  store_element(p.partials_in_output ? p.d.format : ElementFormat::fp32, g.partials, index, sum);
}
__device__ __forceinline__ void store_partial(const GemmArguments& g, std::int64_t index, int sum) {
  static_cast<int*>(g.partials)[index] = sum;
}

__device__ __forceinline__ void load_partial(const GemmArguments& g, std::int64_t index, float& sum) {
  const GemmProblem& p = g.problem;
  sum = load_element(p.partials_in_output ? p.d.format : ElementFormat::fp32, g.partials, index);
}
__device__ __forceinline__ void load_partial(const GemmArguments& g, std::int64_t index, int& sum) {
  sum = static_cast<const int*>(g.partials)[index];
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
