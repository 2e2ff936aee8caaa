#include <cuda_runtime_api.h>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "kernels/adapters/cuda_kernels/calls.h"
#include "kernels/api/row_operations.h"
#include "kernels/cuda/rows/launch.h"
#include "kernels/device/device_buffer.h"

namespace ulpgate::cuda_kernels {
namespace {

using device::check_cuda;
using device::DeviceBuffer;

/// The call's tensors on the device. An output that is an input has that one's memory.
class Operands {
 public:
  Operands(const Call& call, void* stream) : call_(call), operation_(*find_row_operation(call.operation)) {
    for (const RowTensor& role : operation_.tensors) {
      const Tensor* const tensor = call.tensor(role.name);
      if (tensor == nullptr || same_memory(role) != nullptr) continue;
      const std::string name(role.name);
      buffers_[name] = std::make_unique<DeviceBuffer>(*tensor, stream, device::Placement::as_host);
      if (!role.output) buffers_[name]->upload(*tensor);
    }
  }

  void place(RowCall& rows) const {
    for (const RowTensor& role : operation_.tensors) {
      if (call_.tensor(role.name) != nullptr) rows.move(role.name, buffer_of(role).data());
    }
  }

  /// What was written where nothing was to be written; outputs' elements come to the host.
  std::string finish() {
    std::string damage;
    for (const RowTensor& role : operation_.tensors) {
      if (call_.tensor(role.name) == nullptr || !damage.empty()) continue;
      if (role.output) {
        damage = buffer_of(role).download();
      } else if (!is_written(role)) {
        damage = buffer_of(role).changes();
      }
    }
    return damage;
  }

 private:
  /// The input whose memory an output is.
  const RowTensor* same_memory(const RowTensor& output) const {
    if (!output.output) return nullptr;
    for (const RowTensor& input : operation_.tensors) {
      const Tensor *const a = call_.tensor(input.name), *const b = call_.tensor(output.name);
      if (!input.output && a != nullptr && a->data == b->data && a->data != nullptr) return &input;
    }
    return nullptr;
  }
  bool is_written(const RowTensor& input) const {
    for (const RowTensor& output : operation_.tensors) {
      if (call_.tensor(output.name) != nullptr && same_memory(output) == &input) return true;
    }
    return false;
  }
  DeviceBuffer& buffer_of(const RowTensor& role) const {
    const RowTensor* const shared = same_memory(role);
    return *buffers_.at(std::string(shared == nullptr ? role.name : shared->name));
  }

  const Call& call_;
  const RowOperation& operation_;
  std::map<std::string, std::unique_ptr<DeviceBuffer>> buffers_;
};

}  // namespace

Reply run_rows(const cuda::RowsVariant& v, const Call& call, const device::Stream& stream) {
  RowCall rows;
  if (Reply reply = understand_rows(call, rows); reply.status != Status::ok) return reply;
  Operands operands(call, stream.get());
  operands.place(rows);
  const cuda::RowsProblem problem = cuda::problem_of(v, rows);
  if (std::string reason = cuda::why_not(problem); !reason.empty())
    return {Status::unsupported, std::move(reason)};
  const device::Workspace workspace(cuda::workspace_bytes(problem));
  // NaN in every format: what is read before it is written shows.
  if (workspace.bytes() > 0)
    check_cuda(cudaMemsetAsync(workspace.data(), 0xFF, workspace.bytes(), stream.get()), "cudaMemsetAsync");
  check_cuda(cuda::launch_rows(problem, workspace.data(), stream.get()),
             ("the launch of " + std::string(call.operation)).c_str());
  stream.wait();
  if (std::string damage = operands.finish(); !damage.empty()) return {Status::failed, std::move(damage)};
  return {};
}

}  // namespace ulpgate::cuda_kernels
