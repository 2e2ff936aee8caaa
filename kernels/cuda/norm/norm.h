#pragma once
// layer_norm and rms_norm of rows, and their backward passes. Everything is computed in fp32.
#include <cstddef>
#include <cstdint>

#include "kernels/cuda/rows/memory.h"
#include "ulpgate/simt/build.h"

namespace ulpgate::cuda {

enum class NormUnit : std::uint8_t {
  warp,     ///< a warp has the row in registers, two passes: n <= 1024
  block,    ///< a block reads the row three times (rms_norm: twice), two passes
  welford,  ///< a block reads it twice: threads update mean and sum of squares, Chan's formula merges them
};

/// y = (x - mean) * rstd * gamma + beta; rstd = rsqrtf(variance + eps). n <= 2^24, so that fp32 can count.
struct NormProblem {
  NormUnit unit = NormUnit::block;
  bool rms = false;           ///< the mean counts as 0
  bool zero_centred = false;  ///< gamma counts as 1 + gamma
  float eps = 0;
  std::int64_t rows = 0, n = 0;
  RowMemory x = {}, y = {};
  RowMemory gamma = {}, beta = {};  ///< fp32, fp16 or bf16; none where without memory
  RowMemory mean = {}, rstd = {};   ///< the same
  // Where y is e4m3 or e5m2:
  float scale_y = 1;    ///< of results, before they are rounded
  RowMemory amax = {};  ///< fp32: the largest magnitude of all, before; none where without memory
};

/// With z = (x - mean) * rstd and g = dy * gamma: dx = rstd * (g - mean(g) - z * mean(g * z)); rms: without
/// mean(g). dgamma = sum of dy * z, dbeta = sum of dy, over rows: in parts of norm_part_rows rows, one after
/// another, which are added in their order.
struct NormBackwardProblem {
  bool rms = false;
  bool zero_centred = false;
  std::int64_t rows = 0, n = 0;
  RowMemory dy = {}, x = {}, dx = {};
  RowMemory gamma = {};
  RowMemory mean = {}, rstd = {};  ///< rms: no mean
  RowMemory dgamma = {}, dbeta = {};
};

inline constexpr std::int64_t norm_warp_limit = 1024;
inline constexpr std::int64_t norm_limit = std::int64_t{1} << 24;
inline constexpr std::int64_t norm_part_rows = 64;

/// What launch_norm_backward needs, aligned to 4 bytes: sums of dgamma and dbeta for each part.
constexpr std::size_t norm_workspace_bytes(const NormBackwardProblem& p) {
  const std::int64_t parts = (p.rows + norm_part_rows - 1) / norm_part_rows;
  const bool sums = p.dgamma.data != nullptr || p.dbeta.data != nullptr;
  return sums ? sizeof(float) * 2 * static_cast<std::size_t>(parts * p.n) : 0;
}

inline namespace SIMT_BUILD {

/// x: fp32, fp16 or bf16; y: the same, or fp32; but for a warp also e4m3 (saturating) or e5m2, where x is
/// fp32 or bf16. `stream` is a cudaStream_t. 0, unsupported_rows, or a simt::Error.
int launch_norm(const NormProblem& problem, void* stream);
/// dy, x and dx of one format.
int launch_norm_backward(const NormBackwardProblem& problem, void* workspace, std::size_t workspace_bytes,
                         void* stream);

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
