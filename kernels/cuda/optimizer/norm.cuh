#pragma once
// The norm of many tensors: a sum, or a maximum, for each block; then one of these. What follows from it.
#include "kernels/cuda/optimizer/chunks.cuh"
#include "kernels/cuda/optimizer/optimizer.h"
#include "kernels/cuda/rows/team.cuh"
#include "kernels/cuda/rows/walk.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// NaN is the largest.
__device__ __forceinline__ float larger_or_nan(float a, float b) {
  if (isnan(a)) return a;
  return isnan(b) || b > a ? b : a;
}

/// What an element adds to its norm, and how that is joined.
struct NormTerm {
  GradientNorm kind;
  float grad_scale;
  __device__ __forceinline__ float gradient(float x) const {
    return grad_scale == 1.0F ? x : __fdiv_rn(x, grad_scale);
  }
  __device__ __forceinline__ float of(float given) const {
    const float x = gradient(given);
    return kind == GradientNorm::two ? __fmul_rn(x, x) : fabsf(x);
  }
  __device__ __forceinline__ float operator()(float a, float b) const {
    return kind == GradientNorm::infinity ? larger_or_nan(a, b) : __fadd_rn(a, b);
  }
};

template <class X>
__global__ void __launch_bounds__(chunk_threads) norm_of_parts(const GradientNormProblem p, float* parts) {
  const NormTerm term{p.kind, p.grad_scale};
  float own = 0;
  for_each_chunk(p.rows, p.n, [&](const Chunk& c) {
    for_each<BlockTeam>(row_of<const X>(p.x, c.row) + c.first * p.x.stride, p.x.stride, c.last - c.first,
                        [&](std::int64_t, float x) { own = term(own, term.of(x)); });
  });
  own = BlockTeam::over_all(own, term);
  if (threadIdx.x == 0) parts[blockIdx.x] = own;
}

__global__ void __launch_bounds__(norm_parts)
    norm_of_all(const GradientNormProblem p, const float* parts, int count) {
  const NormTerm term{p.kind, p.grad_scale};
  float own = 0;
  for (int k = static_cast<int>(threadIdx.x); k < count; k += norm_parts) own = term(own, parts[k]);
  own = BlockTeam::over_all(own, term);
  if (threadIdx.x == 0) set_element(p.norm, 0, 0, p.kind == GradientNorm::two ? __fsqrt_rn(own) : own);
}

template <class X>
__global__ void __launch_bounds__(chunk_threads) clip_chunks(const ClipProblem p) {
  const NormTerm term{p.norm.kind, p.norm.grad_scale};
  const float norm = element_at(p.norm.norm, 0, 0);
  const float factor = __fmul_rn(__fdiv_rn(1.0F, __fadd_rn(norm, 1e-6F)), p.max_norm);
  // NaN stays.
  const float c = factor > 1.0F ? 1.0F : factor;
  const RowMemory& x = p.norm.x;
  for_each_chunk(p.norm.rows, p.norm.n, [&](const Chunk& k) {
    transform<BlockTeam>(row_of<const X>(x, k.row) + k.first * x.stride, x.stride,
                         row_of<X>(p.y, k.row) + k.first * p.y.stride, p.y.stride, k.last - k.first,
                         [&](std::int64_t, float g) { return __fmul_rn(term.gradient(g), c); });
  });
}

/// A thread a column.
__global__ void __launch_bounds__(chunk_threads) accumulate_columns(const AccumulateProblem p) {
  for_each_element(1, p.n, [&](std::int64_t, std::int64_t i) {
    float sum = element_at(p.main, 0, i);
    for (std::int64_t row = 0; row < p.rows; ++row) sum = __fadd_rn(sum, element_at(p.x, row, i));
    set_element(p.sum, 0, i, sum);
  });
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
