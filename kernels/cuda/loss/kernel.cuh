#pragma once
// The kernels of cross entropy.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/loss/cross_entropy.h"
#include "kernels/cuda/rows/team.cuh"
#include "kernels/cuda/rows/walk.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

inline constexpr int counting_threads = 256;

__device__ __forceinline__ std::int64_t target_of(const CrossEntropyProblem& p, std::int64_t row) {
  return *row_of<const std::int64_t>(p.target, row);
}

/// The largest logit of a row, and the sum of exponentials below it.
struct Peak {
  float largest;
  float sum;
};

template <class X>
__device__ __forceinline__ Peak peak_of(const CrossEntropyProblem& p, const X* x) {
  Peak peak{-INFINITY, 0};
  for_each<BlockTeam>(x, p.x.stride, p.n,
                      [&](std::int64_t, float v) { peak.largest = fmaxf(peak.largest, v); });
  peak.largest = largest_of<BlockTeam>(peak.largest);
  for_each<BlockTeam>(x, p.x.stride, p.n, [&](std::int64_t, float v) {
    peak.sum = __fadd_rn(peak.sum, expf(__fsub_rn(v, peak.largest)));
  });
  peak.sum = sum_of<BlockTeam>(peak.sum);
  return peak;
}

/// By a block; every thread has it.
template <class X>
__device__ __forceinline__ float loss_of(const CrossEntropyProblem& p, std::int64_t row) {
  const std::int64_t target = target_of(p, row);
  if (target == p.ignore_index) return 0;
  if (target < 0 || target >= p.n) return NAN;
  const X* const x = row_of<const X>(p.x, row);
  const Peak peak = peak_of(p, x);
  const float log_sum = logf(peak.sum);
  const auto log_probability = [&](float v) { return __fsub_rn(__fsub_rn(v, peak.largest), log_sum); };
  const float of_target = log_probability(to_float(x[target * p.x.stride]));
  if (p.smoothing == 0) return -of_target;
  float all = 0;
  for_each<BlockTeam>(x, p.x.stride, p.n,
                      [&](std::int64_t, float v) { all = __fadd_rn(all, log_probability(v)); });
  const float mean = __fdiv_rn(sum_of<BlockTeam>(all), static_cast<float>(p.n));
  return __fsub_rn(__fmul_rn(__fsub_rn(p.smoothing, 1.0F), of_target), __fmul_rn(p.smoothing, mean));
}

/// A block a row, as often as there are rows. To `losses`, where the loss is a mean or a sum.
template <class X>
__global__ void cross_entropy_rows(const CrossEntropyProblem p, float* losses) {
  for (std::int64_t row = blockIdx.x; row < p.rows; row += gridDim.x) {
    const float loss = loss_of<X>(p, row);
    if (BlockTeam::index() != 0) continue;
    if (p.reduction == LossReduction::none) {
      set_element(p.loss, row, 0, loss);
    } else {
      losses[row] = loss;
    }
  }
}

/// How many rows count, by one block.
__device__ __forceinline__ float counted_rows(const CrossEntropyProblem& p) {
  int rows = 0;
  for (std::int64_t row = BlockTeam::index(); row < p.rows; row += BlockTeam::size())
    rows += target_of(p, row) != p.ignore_index ? 1 : 0;
  return sum_of<BlockTeam>(static_cast<float>(rows));
}

/// One block.
__global__ void __launch_bounds__(counting_threads)
    cross_entropy_total(const CrossEntropyProblem p, const float* losses) {
  float sum = 0;
  for (std::int64_t row = BlockTeam::index(); row < p.rows; row += BlockTeam::size())
    sum = __fadd_rn(sum, losses[row]);
  sum = sum_of<BlockTeam>(sum);
  if (p.reduction == LossReduction::mean) sum = __fdiv_rn(sum, counted_rows(p));
  if (BlockTeam::index() == 0) set_element(p.loss, 0, 0, sum);
}

/// One block.
__global__ void __launch_bounds__(counting_threads)
    cross_entropy_count(const CrossEntropyProblem p, float* count) {
  const float rows = counted_rows(p);
  if (BlockTeam::index() == 0) *count = rows;
}

/// A block a row. `count`: the rows that count, where the loss is a mean.
template <class X>
__global__ void cross_entropy_backward_rows(const CrossEntropyProblem p, const float* count) {
  for (std::int64_t row = blockIdx.x; row < p.rows; row += gridDim.x) {
    const std::int64_t target = target_of(p, row);
    const bool is_class = target >= 0 && target < p.n;
    const X* const x = row_of<const X>(p.x, row);
    X* const dx = row_of<X>(p.dx, row);
    if (target == p.ignore_index || !is_class) {
      const float value = target == p.ignore_index ? 0 : NAN;
      transform<BlockTeam>(x, p.x.stride, dx, p.dx.stride, p.n, [&](std::int64_t, float) { return value; });
      continue;
    }
    float factor = element_at(p.dloss, row, 0);
    if (p.reduction == LossReduction::mean) factor = __fdiv_rn(factor, *count);
    const Peak peak = peak_of(p, x);
    const float share = __fdiv_rn(p.smoothing, static_cast<float>(p.n));
    transform<BlockTeam>(x, p.x.stride, dx, p.dx.stride, p.n, [&](std::int64_t i, float v) {
      float d = __fdiv_rn(expf(__fsub_rn(v, peak.largest)), peak.sum);
      if (i == target) d = __fsub_rn(d, __fsub_rn(1.0F, p.smoothing));
      if (p.smoothing != 0) d = __fsub_rn(d, share);
      return __fmul_rn(factor, d);
    });
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
