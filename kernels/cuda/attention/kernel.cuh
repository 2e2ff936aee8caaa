#pragma once
// The kernels of attention.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/attention/attention.h"
#include "kernels/cuda/rows/element.cuh"
#include "kernels/cuda/rows/team.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// What a block knows of a row's scores so far; `o` of the thread's column alone.
struct Attended {
  float largest = -INFINITY;
  float sum = 0;
  float o = 0;
};

/// Which row, part and columns a block has.
struct AttentionShare {
  std::int64_t row, part, column;
  __device__ AttentionShare(const AttentionProblem& p, std::int64_t share) {
    const std::int64_t chunks = chunks_of(p);
    row = share / (chunks * p.parts);
    part = share / chunks % p.parts;
    column = share % chunks * attention_tile + threadIdx.x;
  }
  /// lse is written without columns, too.
  __host__ __device__ static std::int64_t chunks_of(const AttentionProblem& p) {
    return p.d <= attention_tile ? 1 : (p.d + attention_tile - 1) / attention_tile;
  }
};

__device__ __forceinline__ float attention_exp(const AttentionProblem& p, float x) {
  return p.fast ? __expf(x) : expf(x);
}

/// What is left of a maximum to subtract, where there is none yet.
__device__ __forceinline__ float attention_shift(float largest) { return largest == -INFINITY ? 0 : largest; }

template <class V>
__device__ __forceinline__ float rounded_weight(float w) {
  V rounded;
  set(rounded, w);
  return to_float(rounded);
}

/// Scores [first, last) of a row, by all threads of a block, each with a column of v.
template <class X, class V>
__device__ Attended attend(const AttentionProblem& p, const AttentionShare& share, std::int64_t first,
                           std::int64_t last) {
  SIMT_SHARED(float, weights, [attention_tile]);
  const X* const x = row_of<const X>(p.x, share.row);
  const V* const v = row_of<const V>(p.v, 0, share.column);
  const std::int64_t seen = p.queries > 0 ? share.row % p.queries + p.n - p.queries + 1 : p.n;
  Attended a;
  for (std::int64_t begin = first; begin < last; begin += attention_tile) {
    const std::int64_t i = begin + threadIdx.x;
    float t = -INFINITY;
    if (i < last && i < seen) t = __fmul_rn(to_float(x[i * p.x.stride]), p.scale);
    // Its barriers are also those between the last reader of a tile's weights and the writers of the next.
    const float largest = fmaxf(a.largest, largest_of<BlockTeam>(t)), shift = attention_shift(largest);
    const float weight = attention_exp(p, __fsub_rn(t, shift));
    weights[threadIdx.x] = rounded_weight<V>(weight);
    const float factor = attention_exp(p, __fsub_rn(a.largest, shift));
    a.sum = __fadd_rn(__fmul_rn(a.sum, factor), sum_of<BlockTeam>(weight));
    a.largest = largest;
    if (share.column >= p.d) continue;
    const std::int64_t count = last - begin < attention_tile ? last - begin : attention_tile;
    float o = 0;
    for (int k = 0; k < count; ++k) o = __fmaf_rn(weights[k], to_float(v[(begin + k) * p.v.stride]), o);
    a.o = __fadd_rn(__fmul_rn(a.o, factor), o);
  }
  return a;
}

/// The sum is 0 only where there is no score above -Inf.
__device__ __forceinline__ float attention_quotient(const AttentionProblem& p, const Attended& a) {
  if (a.sum == 0) return p.zero_where_masked ? 0 : NAN;
  return p.fast ? __fdividef(a.o, a.sum) : __fdiv_rn(a.o, a.sum);
}
__device__ __forceinline__ float attention_lse(const AttentionProblem& p, float largest, float sum) {
  if (sum == 0) return -INFINITY;
  return __fadd_rn(largest, p.fast ? __logf(sum) : logf(sum));
}

template <class O>
__device__ __forceinline__ void store_attended(const AttentionProblem& p, const AttentionShare& share,
                                               const Attended& a) {
  if (share.column < p.d) set(row_of<O>(p.o, share.row)[share.column * p.o.stride], attention_quotient(p, a));
  if (share.column == 0) set(*row_of<float>(p.lse, share.row), attention_lse(p, a.largest, a.sum));
}

template <class X, class V>
__global__ void __launch_bounds__(attention_tile) attention_online(const AttentionProblem p) {
  const std::int64_t shares = p.rows * AttentionShare::chunks_of(p);
  for (std::int64_t k = blockIdx.x; k < shares; k += gridDim.x) {
    const AttentionShare share(p, k);
    store_attended<V>(p, share, attend<X, V>(p, share, 0, p.n));
  }
}

/// Where a part's results are: an lse, then o.
__device__ __forceinline__ float* part_of(const AttentionProblem& p, float* workspace, std::int64_t row,
                                          std::int64_t part) {
  return workspace + (row * p.parts + part) * (p.d + 1);
}

template <class X, class V>
__global__ void __launch_bounds__(attention_tile)
    attention_parts(const AttentionProblem p, float* workspace) {
  const std::int64_t length = (p.n + p.parts - 1) / p.parts;
  const std::int64_t shares = p.rows * p.parts * AttentionShare::chunks_of(p);
  for (std::int64_t k = blockIdx.x; k < shares; k += gridDim.x) {
    const AttentionShare share(p, k);
    const std::int64_t first = share.part * length < p.n ? share.part * length : p.n;
    const std::int64_t last = first + length < p.n ? first + length : p.n;
    const Attended a = attend<X, V>(p, share, first, last);
    float* const result = part_of(p, workspace, share.row, share.part);
    if (share.column == 0) result[0] = attention_lse(p, a.largest, a.sum);
    if (share.column < p.d) result[1 + share.column] = attention_quotient(p, a);
  }
}

/// Parts without a score have no weight, and their o may be NaN.
template <class O>
__global__ void __launch_bounds__(attention_tile)
    attention_combine(const AttentionProblem p, float* workspace) {
  const int parts = p.parts;
  const std::int64_t shares = p.rows * AttentionShare::chunks_of(p);
  for (std::int64_t k = blockIdx.x; k < shares; k += gridDim.x) {
    AttentionProblem whole = p;
    whole.parts = 1;
    const AttentionShare share(whole, k);
    Attended a;
    for (int part = 0; part < parts; ++part)
      a.largest = fmaxf(a.largest, *part_of(p, workspace, share.row, part));
    for (int part = 0; part < parts; ++part) {
      const float* const result = part_of(p, workspace, share.row, part);
      if (result[0] == -INFINITY) continue;
      const float weight = attention_exp(p, __fsub_rn(result[0], attention_shift(a.largest)));
      a.sum = __fadd_rn(a.sum, weight);
      if (share.column < p.d) a.o = __fmaf_rn(weight, result[1 + share.column], a.o);
    }
    store_attended<O>(p, share, a);
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
