#pragma once
// What matrix products are offered as, on an architecture.
#include <map>
#include <span>
#include <string>
#include <vector>

#include "kernels/api/gemm_call.h"
#include "kernels/api/implementation.h"
#include "kernels/cuda/gemm/gemm.h"

namespace ulpgate::cuda {

struct GemmVariant {
  Offer offer;
  GemmProblem problem;  ///< all but sizes, places and scalars
  bool has_bias = false;
  bool has_scales = false;
};

/// Every kernel that is used on `architecture` ("sm_90") and whose instruction its profile has, with the
/// outputs, splits and epilogues that training uses. `ran` is added to what is known to run.
std::vector<GemmVariant> gemm_variants(const std::string& architecture, std::span<const GemmKernel> kernels,
                                       const std::map<std::string, std::string>& ran);

/// 90 for "sm_90"; 0 for what is no such name.
int architecture_number(const std::string& architecture);

/// understand_gemm, and the shapes of scales. `call` must be served by the variant's offer.
Reply understand(const GemmVariant& variant, const Call& call, GemmCall& gemm);

/// The call as a problem, in the call's memory.
GemmProblem problem_of(const GemmVariant& variant, const GemmCall& call);

/// The memory of an operand on another device: element (0, 0) of problem 0.
struct GemmMemory {
  void *a = nullptr, *b = nullptr, *c = nullptr, *d = nullptr, *bias = nullptr, *a_scale = nullptr,
       *b_scale = nullptr;
};
void move_to(const GemmMemory& memory, GemmProblem& problem);

}  // namespace ulpgate::cuda
