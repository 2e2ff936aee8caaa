// From a problem to launches.
#include <algorithm>
#include <array>
#include <string>

#include "kernels/cuda/gemm/gemm.h"
#include "kernels/cuda/gemm/kernel.cuh"
#include "kernels/cuda/gemm/plan.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

std::array<std::span<const GemmRow>, 8> tables() {
  return {gemm_rows_wgmma(), gemm_rows_wgmma_fp8(), gemm_rows_turing(), gemm_rows_16bit(),
          gemm_rows_tf32(),  gemm_rows_fp8(),       gemm_rows_int8(),   gemm_rows_fp32()};
}

const GemmRow* find_row(int architecture, const GemmProblem& p) {
  for (const std::span<const GemmRow> table : tables()) {
    for (const GemmRow& row : table) {
      const GemmKernel& k = row.kernel;
      if (k.unit == p.unit && k.a == p.a.format && k.b == p.b.format && k.accumulator == p.accumulator &&
          k.promotion == p.promotion && architecture >= k.first_architecture &&
          architecture <= k.last_architecture)
        return &row;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<GemmKernel> gemm_kernels() {
  std::vector<GemmKernel> all;
  for (const std::span<const GemmRow> table : tables()) {
    for (const GemmRow& row : table) all.push_back(row.kernel);
  }
  return all;
}

bool supports(int architecture, const GemmProblem& problem, std::string& reason) {
  reason =
      find_row(architecture, problem) == nullptr ? "there is no kernel for these formats" : why_not(problem);
  return reason.empty();
}

std::size_t gemm_workspace_bytes(const GemmProblem& problem) { return workspace_bytes(problem); }

int launch_gemm(int architecture, const GemmProblem& p, void* workspace, std::size_t workspace_bytes,
                void* stream) {
  std::string reason;
  if (!supports(architecture, p, reason) || workspace_bytes < gemm_workspace_bytes(p))
    return unsupported_gemm;
  if (p.batch == 0 || p.m == 0 || p.n == 0) return 0;
  const GemmRow& row = *find_row(architecture, p);
  const GemmArguments g = plan(p, row.kernel.instruction_k, workspace);
  const auto at_most_65535 = [](std::int64_t x) {
    return static_cast<unsigned>(std::min<std::int64_t>(x, 65535));
  };
  const dim3 grid(static_cast<unsigned>(tiles_of(p)), at_most_65535(g.parts), at_most_65535(p.batch));
  const simt::Error error = row.launch(g, grid, static_cast<simt::Stream>(stream));
  if (error != 0 || g.parts == 1) return error;
  return launch_reduction(g, static_cast<simt::Stream>(stream));
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
