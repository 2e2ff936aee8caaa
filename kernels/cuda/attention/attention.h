#pragma once
// The second half of attention: o = softmax(scale * x) * v and lse, x {rows, n} and v {n, d}. Everything is
// computed in fp32.
//
// A block has a row and some columns. It takes tiles of scores: the maximum so far grows, what was added up
// is rescaled, and weights of the tile, rounded to v's format, multiply its rows of v. Split, each part of n
// has an o and an lse in the workspace, and a second kernel adds them up by their weights exp(lse - max).
#include <cstddef>
#include <cstdint>

#include "kernels/cuda/rows/memory.h"
#include "ulpgate/simt/build.h"

namespace ulpgate::cuda {

struct AttentionProblem {
  bool fast = false;               ///< __expf, __fdividef and __logf
  bool zero_where_masked = false;  ///< o of rows without a score above -Inf is 0; else NaN
  int parts = 1;                   ///< of n; more than one need a workspace
  float scale = 1;
  std::int64_t queries = 0;  ///< where not 0: row r sees i <= r % queries + n - queries
  std::int64_t rows = 0, n = 0, d = 0;
  RowMemory x = {}, v = {}, o = {}, lse = {};  ///< v: i along stride, columns along inner_stride
};

/// Scores of a tile, columns of a block, and threads of it.
inline constexpr int attention_tile = 64;

/// An o and an lse for each part of each row.
inline std::size_t attention_workspace_bytes(const AttentionProblem& p) {
  if (p.parts <= 1) return 0;
  return sizeof(float) * static_cast<std::size_t>(p.rows * p.parts * (p.d + 1));
}

inline namespace SIMT_BUILD {

/// x: fp32, or v's format; v: fp32, fp16 or bf16; o: v's format; lse: fp32. `workspace` has
/// attention_workspace_bytes; `stream` is a cudaStream_t. 0, unsupported_rows, or a simt::Error.
int launch_attention(const AttentionProblem& problem, void* workspace, void* stream);

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
