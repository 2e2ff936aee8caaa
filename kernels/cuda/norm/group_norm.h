#pragma once
// group_norm and its backward pass. Everything is computed in fp32.
#include <cstdint>

#include "kernels/cuda/rows/memory.h"
#include "ulpgate/simt/build.h"

namespace ulpgate::cuda {

/// Of neighbouring channels, channels / groups of them, all elements of one batch: y = (x - mean) * rstd *
/// gamma[channel] + beta[channel]; rstd = rsqrtf(variance + eps). At most norm_limit elements in a group, so
/// that fp32 can count.
struct GroupNormProblem {
  bool welford = false;  ///< threads update mean and squares, Chan's formula merges; else two passes
  float eps = 0;
  std::int64_t batch = 0, channels = 0, spatial = 0, groups = 1;
  RowMemory x = {}, y = {};         ///< by (batch, channel, spatial)
  RowMemory gamma = {}, beta = {};  ///< fp32, fp16 or bf16; none where without memory
  RowMemory mean = {}, rstd = {};   ///< at (batch, 0, group); the same
};

/// dx of a group is that of norm.h's row; dgamma = sum of dy * z, dbeta = sum of dy, over batch and spatial.
struct GroupNormBackwardProblem {
  std::int64_t batch = 0, channels = 0, spatial = 0, groups = 1;
  RowMemory dy = {}, x = {}, dx = {};
  RowMemory gamma = {};
  RowMemory mean = {}, rstd = {};  ///< at (batch, 0, group)
  RowMemory dgamma = {}, dbeta = {};
};

inline namespace SIMT_BUILD {

/// x and y of one format: fp32, fp16 or bf16. `stream` is a cudaStream_t. 0, unsupported_rows, or a
/// simt::Error.
int launch_group_norm(const GroupNormProblem& problem, void* stream);
/// dy, x and dx of one format.
int launch_group_norm_backward(const GroupNormBackwardProblem& problem, void* stream);

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
