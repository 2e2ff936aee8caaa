#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/adapters/simt/calls.h"
#include "kernels/cuda/gemm/call.h"

namespace ulpgate::simt_adapter {
namespace {

/// Memory that holds NaN in every format, so that what is read before it is written shows.
class PoisonedMemory {
 public:
  explicit PoisonedMemory(std::size_t bytes) : words_(bytes / sizeof(std::max_align_t) + 1), bytes_(bytes) {
    std::memset(words_.data(), 0xFF, words_.size() * sizeof(std::max_align_t));
  }
  void* data() { return bytes_ == 0 ? nullptr : words_.data(); }
  std::size_t bytes() const { return bytes_; }

 private:
  std::vector<std::max_align_t> words_;
  std::size_t bytes_;
};

/// Each computes 64 x 64 elements, however few D has.
constexpr std::int64_t most_warp_group_blocks = 1 << 12;

std::int64_t blocks_of(const cuda::GemmProblem& p) { return p.batch * ((p.m + 63) / 64) * ((p.n + 63) / 64); }

}  // namespace

Reply run_gemm(const cuda::GemmVariant& v, int architecture, const Call& call, Executors& executors) {
  GemmCall g;
  if (Reply reply = cuda::understand(v, call, g); reply.status != Status::ok) return reply;
  // The kernels raise it.
  if (g.amax) g.amax->set(0, 0, 0, 0);
  if (g.empty()) return {};
  const cuda::GemmProblem problem = cuda::problem_of(v, g);
  std::string reason;
  if (!cuda::supports(architecture, problem, reason)) return {Status::unsupported, reason};
  if (problem.unit == cuda::GemmUnit::warp_group && blocks_of(problem) > most_warp_group_blocks)
    return {Status::unsupported, "more blocks of wgmma than the executor runs in acceptable time"};
  PoisonedMemory workspace(cuda::gemm_workspace_bytes(problem));
  return executors.run(
      [&] { return cuda::launch_gemm(architecture, problem, workspace.data(), workspace.bytes(), nullptr); });
}

}  // namespace ulpgate::simt_adapter
