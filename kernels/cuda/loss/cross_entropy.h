#pragma once
// Cross entropy of rows of logits, and its backward pass. Everything is computed in fp32.
//
// With p = (x - m) - logf(sum of expf(x - m)), m the largest logit: the loss of a row is -(1 - smoothing) *
// p[target] - smoothing * mean(p); 0 where the target is ignored. A target that names no class makes NaN.
#include <cstddef>
#include <cstdint>

#include "kernels/cuda/rows/memory.h"
#include "ulpgate/simt/build.h"

namespace ulpgate::cuda {

enum class LossReduction : std::uint8_t { none, mean, sum };

struct CrossEntropyProblem {
  LossReduction reduction = LossReduction::none;
  float smoothing = 0;
  std::int64_t ignore_index = 0;
  std::int64_t rows = 0, n = 0;
  RowMemory x = {};
  RowMemory target = {};  ///< int64
  RowMemory loss = {};    ///< fp32; one for each row, or one; not of the backward pass
  /// Of the backward pass: dx = dloss * (softmax(x) - (1 - smoothing) * one_hot(target) - smoothing / n),
  /// over the number of rows that count where the loss is a mean.
  RowMemory dloss = {}, dx = {};
};

/// What the launches need, aligned to 4 bytes: the rows' losses before they are added; how many rows count.
constexpr std::size_t cross_entropy_workspace_bytes(const CrossEntropyProblem& p) {
  return p.reduction == LossReduction::none ? 0 : sizeof(float) * static_cast<std::size_t>(p.rows + 1);
}

inline namespace SIMT_BUILD {

/// x: fp32, fp16 or bf16. `stream` is a cudaStream_t. 0, unsupported_rows, or a simt::Error.
int launch_cross_entropy(const CrossEntropyProblem& problem, void* workspace, std::size_t workspace_bytes,
                         void* stream);
/// dx: as x.
int launch_cross_entropy_backward(const CrossEntropyProblem& problem, void* workspace,
                                  std::size_t workspace_bytes, void* stream);

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
