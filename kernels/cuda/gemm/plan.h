#pragma once
// How a problem is cut and copied.
#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/cuda/gemm/arguments.h"

namespace ulpgate::cuda {

/// A sentence part where no kernel could take the problem, whatever its formats of A and B; else empty.
std::string why_not(const GemmProblem& problem);
std::size_t workspace_bytes(const GemmProblem& problem);
/// Tiles of D of one problem.
std::int64_t tiles_of(const GemmProblem& problem);
/// The problem is not empty, and why_not it is.
GemmArguments plan(const GemmProblem& problem, int instruction_k, void* workspace);

}  // namespace ulpgate::cuda
