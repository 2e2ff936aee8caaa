#pragma once
// What kernels of operations on rows are offered as, and a call of an offer as a problem.
#include <cstddef>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "kernels/api/row_call.h"
#include "kernels/cuda/attention/attention.h"
#include "kernels/cuda/loss/cross_entropy.h"
#include "kernels/cuda/norm/group_norm.h"
#include "kernels/cuda/norm/norm.h"
#include "kernels/cuda/optimizer/optimizer.h"
#include "kernels/cuda/softmax/softmax.h"

namespace ulpgate::cuda {

struct CrossEntropyCall {
  CrossEntropyProblem problem;
  bool backward = false;
};

using RowsProblem =
    std::variant<SoftmaxProblem, SoftmaxBackwardProblem, NormProblem, GroupNormProblem, NormBackwardProblem,
                 GroupNormBackwardProblem, CrossEntropyCall, AttentionProblem, OptimizerProblem>;

struct RowsVariant {
  Offer offer;
  RowsProblem problem;  ///< all but sizes, places and scalars
};

/// What is known to run, beside the kernel.
using Ran = std::map<std::string, std::string>;

std::vector<RowsVariant> softmax_variants(const Ran& ran);
std::vector<RowsVariant> norm_variants(const Ran& ran);
std::vector<RowsVariant> loss_variants(const Ran& ran);
std::vector<RowsVariant> attention_variants(const Ran& ran);
std::vector<RowsVariant> optimizer_variants(const Ran& ran);
/// Of an offer whose y is scaled into eight bits beside an amax.
Claims scaled_claims(const Format& y);
/// All of them. They compute the same on every architecture.
std::vector<RowsVariant> rows_variants(const Ran& ran);

/// A tensor of the call; without memory where it has none of that role.
RowMemory memory_of(const RowCall& call, const char* role);
void place(OptimizerProblem& problem, const RowCall& call);

/// The call as a problem, in the call's memory.
RowsProblem problem_of(const RowsVariant& variant, const RowCall& call);

/// A sentence part, where the kernel does not take the problem; else empty.
std::string why_not(const RowsProblem& problem);

std::size_t workspace_bytes(const RowsProblem& problem);

}  // namespace ulpgate::cuda
