#pragma once
// softmax and log_softmax along an axis, and their backward passes. Everything is computed in fp32.
//
// Logits are x * scale, plus the mask or masked out; m is the largest, NaN left out; then exp(x - m) by expf,
// their sum, and the quotient; of log_softmax (x - m) - logf(sum). A row with NaN or +Inf is NaN.
#include <cstdint>

#include "kernels/cuda/rows/memory.h"
#include "ulpgate/simt/build.h"

namespace ulpgate::cuda {

enum class SoftmaxUnit : std::uint8_t {
  warp,     ///< a warp has the row in registers: n <= 1024
  block,    ///< a block reads the row three times
  online,   ///< a block reads it twice: each thread keeps a maximum and a sum, rescaled, and they are merged
  strided,  ///< threads side by side have rows side by side (inner > 1), four to a row
};

enum class SoftmaxMask : std::uint8_t {
  none,
  added,       ///< numbers, added to x * scale
  masked_out,  ///< bytes: where not 0, the logit is -Inf
};

struct SoftmaxProblem {
  SoftmaxUnit unit = SoftmaxUnit::block;
  SoftmaxMask masking = SoftmaxMask::none;
  bool log = false;
  bool fast = false;               ///< __expf, __fdividef and __logf
  bool zero_where_masked = false;  ///< rows without a logit above -Inf are 0; else NaN
  float scale = 1;
  std::int64_t queries = 0;  ///< where not 0: outer index o sees i <= o % queries + n - queries
  std::int64_t outer = 0, n = 0, inner = 1;
  RowMemory x = {}, mask = {}, y = {};
  // Where y is e4m3 or e5m2:
  float scale_y = 1;    ///< of results, before they are rounded
  RowMemory amax = {};  ///< fp32: the largest magnitude of all, before; none where without memory
};

/// dx = y * (dy - sum(y * dy)) * scale; with `log`, (dy - exp(y) * sum(dy)) * scale.
struct SoftmaxBackwardProblem {
  bool log = false;
  float scale = 1;
  std::int64_t outer = 0, n = 0, inner = 1;
  RowMemory y = {}, dy = {}, dx = {};
};

inline constexpr std::int64_t softmax_warp_limit = 1024;

inline namespace SIMT_BUILD {

/// x: fp32, fp16 or bf16; y: the same, or fp32; of a block also e4m3 (saturating) or e5m2, where x is fp32 or
/// bf16. `stream` is a cudaStream_t. 0, unsupported_rows, or a simt::Error.
int launch_softmax(const SoftmaxProblem& problem, void* stream);
/// y, dy and dx of one format.
int launch_softmax_backward(const SoftmaxBackwardProblem& problem, void* stream);

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
