#pragma once
// A launch of any operation on rows.
#include <cstddef>

#include "kernels/cuda/rows/variant.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// `workspace` has workspace_bytes(problem). 0, unsupported_rows, or a simt::Error.
inline int launch_rows(const RowsProblem& problem, void* workspace, void* stream) {
  struct Launch {
    void* workspace;
    std::size_t bytes;
    void* stream;
    int operator()(const SoftmaxProblem& p) const { return launch_softmax(p, stream); }
    int operator()(const SoftmaxBackwardProblem& p) const { return launch_softmax_backward(p, stream); }
    int operator()(const NormProblem& p) const { return launch_norm(p, stream); }
    int operator()(const GroupNormProblem& p) const { return launch_group_norm(p, stream); }
    int operator()(const GroupNormBackwardProblem& p) const { return launch_group_norm_backward(p, stream); }
    int operator()(const NormBackwardProblem& p) const {
      return launch_norm_backward(p, workspace, bytes, stream);
    }
    int operator()(const CrossEntropyCall& c) const {
      return c.backward ? launch_cross_entropy_backward(c.problem, workspace, bytes, stream)
                        : launch_cross_entropy(c.problem, workspace, bytes, stream);
    }
    int operator()(const AttentionProblem& p) const { return launch_attention(p, workspace, stream); }
    int operator()(const OptimizerProblem& p) const { return std::visit(*this, p); }
    int operator()(const UnscaleProblem& p) const { return launch_unscale(p, stream); }
    int operator()(const ScaleUpdateProblem& p) const { return launch_scale_update(p, stream); }
    int operator()(const GradientNormProblem& p) const { return launch_gradient_norm(p, workspace, stream); }
    int operator()(const ClipProblem& p) const { return launch_clip(p, workspace, stream); }
    int operator()(const AccumulateProblem& p) const { return launch_accumulate(p, stream); }
    int operator()(const AdamWProblem& p) const { return launch_adamw(p, stream); }
    int operator()(const SgdProblem& p) const { return launch_sgd(p, stream); }
  };
  return std::visit(Launch{workspace, workspace_bytes(problem), stream}, problem);
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
