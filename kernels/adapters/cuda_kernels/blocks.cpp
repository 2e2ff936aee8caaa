#include <cuda_runtime_api.h>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "kernels/adapters/cuda_kernels/calls.h"
#include "kernels/api/block_operations.h"
#include "kernels/cuda/quantize/launch.h"
#include "kernels/device/cuda_error.h"
#include "kernels/device/device_buffer.h"

namespace ulpgate::cuda_kernels {

using device::check_cuda;
using device::DeviceBuffer;

Reply run_blocks(const cuda::BlocksVariant& v, const Call& call, const device::Stream& stream) {
  BlockCall blocks;
  if (Reply reply = understand_blocks(call, blocks); reply.status != Status::ok) return reply;
  if (Reply reply = cuda::check_call(v, blocks); reply.status != Status::ok) return reply;
  const BlockOperation& operation = *find_block_operation(call.operation);
  std::map<std::string, std::unique_ptr<DeviceBuffer>, std::less<>> buffers;
  for (const BlockTensor& role : operation.tensors) {
    const Tensor* const tensor = call.tensor(role.name);
    if (tensor == nullptr) continue;
    auto buffer = std::make_unique<DeviceBuffer>(*tensor, stream.get(), device::Placement::as_host);
    if (!role.output) buffer->upload(*tensor);
    buffers.emplace(role.name, std::move(buffer));
  }
  const cuda::BlocksProblem problem = cuda::problem_of(
      v, blocks, [&](std::string_view role, void*) { return buffers.find(role)->second->data(); });
  const device::Workspace workspace(cuda::workspace_bytes(problem));
  // NaN in every format: what is read before it is written shows.
  if (workspace.bytes() > 0)
    check_cuda(cudaMemsetAsync(workspace.data(), 0xFF, workspace.bytes(), stream.get()), "cudaMemsetAsync");
  check_cuda(cuda::launch_blocks(problem, workspace.data(), stream.get()),
             ("the launch of " + std::string(call.operation)).c_str());
  stream.wait();
  for (const BlockTensor& role : operation.tensors) {
    const auto found = buffers.find(role.name);
    if (found == buffers.end()) continue;
    std::string damage = role.output ? found->second->download() : found->second->changes();
    if (!damage.empty()) return {Status::failed, std::move(damage)};
  }
  return {};
}

}  // namespace ulpgate::cuda_kernels
