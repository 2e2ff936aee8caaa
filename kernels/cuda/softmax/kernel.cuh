#pragma once
// The kernels of softmax, and rows of a table of them.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/rows/output.cuh"
#include "kernels/cuda/rows/team.cuh"
#include "kernels/cuda/rows/walk.cuh"
#include "kernels/cuda/softmax/logits.cuh"
#include "kernels/cuda/softmax/running.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

inline constexpr int softmax_warps = 4;  ///< of a block whose warps have a row each

/// Up to 32 * PER_LANE elements in registers.
template <class X, class Y, int PER_LANE>
__global__ void __launch_bounds__(32 * softmax_warps) softmax_warp(const SoftmaxProblem p) {
  const std::int64_t rows = p.outer * p.inner, step = static_cast<std::int64_t>(gridDim.x) * softmax_warps;
  for (std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * softmax_warps + threadIdx.x / 32;
       row < rows; row += step) {
    const std::int64_t outer = row / p.inner, inner = row % p.inner;
    const X* const x = row_of<const X>(p.x, outer, inner);
    Y* const y = row_of<Y>(p.y, outer, inner);
    const Logits logits(p, outer, inner);
    float t[PER_LANE];
    float largest = -INFINITY;
    ULPGATE_UNROLL
    for (int k = 0; k < PER_LANE; ++k) {
      const int i = 32 * k + WarpTeam::index();
      t[k] = i < p.n ? logits(i, to_float(x[i * p.x.stride])) : -INFINITY;
      largest = fmaxf(largest, t[k]);
    }
    const Shift shift(p, largest_of<WarpTeam>(largest));
    float sum = 0;
    ULPGATE_UNROLL
    for (int k = 0; k < PER_LANE; ++k) sum = __fadd_rn(sum, shift(t[k]));
    const SoftmaxResult result(p, shift, sum_of<WarpTeam>(sum));
    ULPGATE_UNROLL
    for (int k = 0; k < PER_LANE; ++k) {
      const int i = 32 * k + WarpTeam::index();
      if (i < p.n) set(y[i * p.y.stride], result(t[k]));
    }
  }
}

/// A block a row, as often as there are rows.
template <class X, class Y>
__global__ void softmax_block(const SoftmaxProblem p) {
  Output<Y> output(p);
  for (std::int64_t row = blockIdx.x; row < p.outer * p.inner; row += gridDim.x) {
    const std::int64_t outer = row / p.inner, inner = row % p.inner;
    const X* const x = row_of<const X>(p.x, outer, inner);
    const Logits logits(p, outer, inner);
    float largest = -INFINITY;
    for_each<BlockTeam>(x, p.x.stride, p.n,
                        [&](std::int64_t i, float v) { largest = fmaxf(largest, logits(i, v)); });
    const Shift shift(p, largest_of<BlockTeam>(largest));
    float sum = 0;
    for_each<BlockTeam>(x, p.x.stride, p.n,
                        [&](std::int64_t i, float v) { sum = __fadd_rn(sum, shift(logits(i, v))); });
    const SoftmaxResult result(p, shift, sum_of<BlockTeam>(sum));
    transform<BlockTeam>(x, p.x.stride, row_of<Y>(p.y, outer, inner), p.y.stride, p.n,
                         [&](std::int64_t i, float v) { return output(result(logits(i, v))); });
  }
  output.template finish<BlockTeam>();
}

template <class X, class Y>
__global__ void softmax_online(const SoftmaxProblem p) {
  for (std::int64_t row = blockIdx.x; row < p.outer * p.inner; row += gridDim.x) {
    const std::int64_t outer = row / p.inner, inner = row % p.inner;
    const X* const x = row_of<const X>(p.x, outer, inner);
    const Logits logits(p, outer, inner);
    Running running{-INFINITY, 0};
    for_each<BlockTeam>(x, p.x.stride, p.n, [&](std::int64_t i, float v) {
      running = merged(p, running, {logits(i, v), 1});
    });
    running =
        BlockTeam::over_all(running, [&](const Running& a, const Running& b) { return merged(p, a, b); });
    const Shift shift(p, running.largest);
    const SoftmaxResult result(p, shift, running.sum);
    transform<BlockTeam>(x, p.x.stride, row_of<Y>(p.y, outer, inner), p.y.stride, p.n,
                         [&](std::int64_t i, float v) { return result(logits(i, v)); });
  }
}

inline constexpr int strided_lanes = 32;  ///< rows side by side
inline constexpr int strided_parts = 4;   ///< threads of a row

/// combine() over the threads of a row.
template <class Combine>
__device__ __forceinline__ float over_parts(float x, const Combine& combine) {
  SIMT_SHARED(float, of_part, [strided_parts][strided_lanes]);
  of_part[threadIdx.y][threadIdx.x] = x;
  __syncthreads();
  x = of_part[0][threadIdx.x];
  for (int part = 1; part < strided_parts; ++part) x = combine(x, of_part[part][threadIdx.x]);
  __syncthreads();
  return x;
}

/// Blocks of strided_lanes x strided_parts threads; those beyond inner have no elements.
template <class X, class Y>
__global__ void __launch_bounds__(strided_lanes* strided_parts) softmax_strided(const SoftmaxProblem p) {
  const std::int64_t chunks = (p.inner + strided_lanes - 1) / strided_lanes;
  for (std::int64_t block = blockIdx.x; block < p.outer * chunks; block += gridDim.x) {
    const std::int64_t outer = block / chunks, inner = block % chunks * strided_lanes + threadIdx.x;
    const std::int64_t n = inner < p.inner ? p.n : 0;
    const X* const x = row_of<const X>(p.x, outer, inner);
    Y* const y = row_of<Y>(p.y, outer, inner);
    const Logits logits(p, outer, inner);
    const auto logit = [&](std::int64_t i) { return logits(i, to_float(x[i * p.x.stride])); };
    float largest = -INFINITY;
    for (std::int64_t i = threadIdx.y; i < n; i += strided_parts) largest = fmaxf(largest, logit(i));
    const Shift shift(p, over_parts(largest, [](float a, float b) { return fmaxf(a, b); }));
    float sum = 0;
    for (std::int64_t i = threadIdx.y; i < n; i += strided_parts) sum = __fadd_rn(sum, shift(logit(i)));
    const SoftmaxResult result(p, shift, over_parts(sum, [](float a, float b) { return __fadd_rn(a, b); }));
    for (std::int64_t i = threadIdx.y; i < n; i += strided_parts) set(y[i * p.y.stride], result(logit(i)));
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
