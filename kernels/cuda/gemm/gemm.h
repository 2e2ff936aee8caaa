#pragma once
// Matrix products. All functions are ordered on the stream and keep nothing between calls.
//
// Sums: each part of k is one chain of instructions, lowest k first, the last one filled up with zeros; parts
// are added in fp32 (int32: modulo 2^32), lowest k first. Epilogue: fmaf(alpha * a_scale * b_scale, sum, beta
// * c) in fp32, products rounded left to right, where beta is 0 alpha * a_scale * b_scale * sum; then bias is
// added in fp32; then the result is rounded to D's format, to nearest even; e4m3 and e5m2 saturate, infinity
// included. int32: alpha * sum + beta * c modulo 2^32. NaN has all magnitude bits set. Where alpha or k is 0,
// A and B are not read, and D is beta * c (+0 where beta is 0 as well), with bias.
#include <cstddef>
#include <string>
#include <vector>

#include "kernels/cuda/gemm/problem.h"
#include "ulpgate/simt/build.h"

namespace ulpgate::cuda {

/// A kernel for some formats. Of several that an architecture can run, the one with the highest
/// first_architecture is used.
struct GemmKernel {
  GemmUnit unit;
  ElementFormat a, b, accumulator;
  int first_architecture;  ///< 80 for sm_80
  int last_architecture;
  const char* instruction;  ///< "m16n8k16", "fma"
  int instruction_k;
  int promotion;  ///< as GemmProblem's
};

/// launch_gemm's answer where supports() says no, or the workspace is too small.
inline constexpr int unsupported_gemm = -1;

inline namespace SIMT_BUILD {

std::vector<GemmKernel> gemm_kernels();
/// `reason`: a sentence part, where the answer is no.
bool supports(int architecture, const GemmProblem& problem, std::string& reason);
/// What launch_gemm needs, aligned to 16 bytes; 0 without split_k.
std::size_t gemm_workspace_bytes(const GemmProblem& problem);
/// `stream` is a cudaStream_t. 0, unsupported_gemm, or a simt::Error.
int launch_gemm(int architecture, const GemmProblem& problem, void* workspace, std::size_t workspace_bytes,
                void* stream);

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
