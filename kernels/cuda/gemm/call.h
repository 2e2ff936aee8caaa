#pragma once
// A call of an offer, as a problem.
#include "kernels/api/gemm_call.h"
#include "kernels/cuda/gemm/offers.h"

namespace ulpgate::cuda {

/// understand_gemm, and the shapes of scales. `call` must be served by the variant's offer.
Reply understand(const GemmVariant& variant, const Call& call, GemmCall& gemm);

/// The call as a problem, in the call's memory.
GemmProblem problem_of(const GemmVariant& variant, const GemmCall& call);

/// The memory of an operand on another device: element (0, 0) of problem 0.
struct GemmMemory {
  void *a = nullptr, *b = nullptr, *c = nullptr, *d = nullptr, *bias = nullptr, *a_scale = nullptr,
       *b_scale = nullptr, *amax = nullptr;
};
void move_to(const GemmMemory& memory, GemmProblem& problem);

}  // namespace ulpgate::cuda
