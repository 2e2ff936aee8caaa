#include <array>
#include <cuda_runtime_api.h>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "kernels/adapters/cuda_kernels/calls.h"
#include "kernels/cuda/gemm/call.h"
#include "kernels/device/device_buffer.h"

namespace ulpgate::cuda_kernels {
namespace {

using device::check_cuda;
using device::DeviceBuffer;

/// The call's tensors on the device. C that is D has no memory of its own; C that does not count is poison.
class Operands {
 public:
  Operands(const Call& call, const GemmCall& gemm, void* stream) : call_(call) {
    for (const char* role : {"a", "b", "c", "d", "bias", "a_scale", "b_scale", "amax"}) {
      const Tensor* const tensor = call.tensor(role);
      if (tensor == nullptr || (std::string_view(role) == "c" && in_place())) continue;
      buffers_[role] = std::make_unique<DeviceBuffer>(*tensor, stream, device::Placement::as_host);
    }
    for (const auto& [role, buffer] : buffers_) {
      // Also amax, which the kernels raise.
      const bool is_input = role != "d" && (role != "c" || gemm.beta != 0);
      if (is_input) buffer->upload(*call.tensor(role));
    }
    if (in_place() && gemm.beta != 0) buffers_["d"]->upload(*call.tensor("c"));
  }

  cuda::GemmMemory memory() const {
    return {.a = at("a"),
            .b = at("b"),
            .c = at(in_place() ? "d" : "c"),
            .d = at("d"),
            .bias = at("bias"),
            .a_scale = at("a_scale"),
            .b_scale = at("b_scale"),
            .amax = at("amax")};
  }

  /// What was written where nothing was to be written; the outputs' elements come to the host.
  std::string finish() {
    std::string damage;
    for (const auto& [role, buffer] : buffers_) {
      const bool is_output = role == "d" || role == "amax";
      std::string here = is_output ? buffer->download() : buffer->changes();
      if (damage.empty()) damage = std::move(here);
    }
    return damage;
  }

 private:
  bool in_place() const { return call_.tensor("c")->data == call_.tensor("d")->data; }
  void* at(const std::string& role) const {
    const auto found = buffers_.find(role);
    return found == buffers_.end() ? nullptr : found->second->data();
  }

  const Call& call_;
  std::map<std::string, std::unique_ptr<DeviceBuffer>> buffers_;
};

}  // namespace

Reply run_gemm(const cuda::GemmVariant& v, int architecture, const Call& call, const device::Stream& stream) {
  GemmCall g;
  if (Reply reply = cuda::understand(v, call, g); reply.status != Status::ok) return reply;
  if (g.amax) g.amax->set(0, 0, 0, 0);
  if (g.empty()) return {};
  cuda::GemmProblem problem = cuda::problem_of(v, g);
  std::string reason;
  if (!cuda::supports(architecture, problem, reason)) return {Status::unsupported, reason};
  Operands operands(call, g, stream.get());
  cuda::move_to(operands.memory(), problem);
  const device::Workspace workspace(cuda::gemm_workspace_bytes(problem));
  // NaN in every format: what is read before it is written shows.
  if (workspace.bytes() > 0)
    check_cuda(cudaMemsetAsync(workspace.data(), 0xFF, workspace.bytes(), stream.get()), "cudaMemsetAsync");
  check_cuda(cuda::launch_gemm(architecture, problem, workspace.data(), workspace.bytes(), stream.get()),
             "the launch of gemm");
  stream.wait();
  if (std::string damage = operands.finish(); !damage.empty()) return {Status::failed, std::move(damage)};
  return {};
}

}  // namespace ulpgate::cuda_kernels
