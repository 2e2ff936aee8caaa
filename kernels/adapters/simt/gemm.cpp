#include <cstddef>
#include <cstring>
#include <new>
#include <vector>

#include "kernels/adapters/simt/calls.h"

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

}  // namespace

Reply run_gemm(const cuda::GemmVariant& v, int architecture, const Call& call, Executors& executors) {
  GemmCall g;
  if (Reply reply = understand_gemm(call, g); reply.status != Status::ok) return reply;
  if (v.has_scales) {
    for (const auto& [role, scale, operand] :
         {std::tuple{"a_scale", &g.a_scale, &g.a}, std::tuple{"b_scale", &g.b_scale, &g.b}}) {
      if (Reply reply = check_scale(role, **scale, *operand, 0, 0); reply.status != Status::ok) return reply;
    }
  }
  if (g.empty()) return {};
  const cuda::GemmProblem problem = cuda::problem_of(v, g);
  std::string reason;
  if (!cuda::supports(architecture, problem, reason)) return {Status::unsupported, reason};
  PoisonedMemory workspace(cuda::gemm_workspace_bytes(problem));
  return executors.run(
      [&] { return cuda::launch_gemm(architecture, problem, workspace.data(), workspace.bytes(), nullptr); });
}

}  // namespace ulpgate::simt_adapter
