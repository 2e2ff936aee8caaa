#include "kernels/device/row_operands.h"

namespace ulpgate::device {

RowOperands::RowOperands(const Call& call, void* stream)
    : call_(call), operation_(*find_row_operation(call.operation)) {
  for (const RowTensor& role : operation_.tensors) {
    const Tensor* const tensor = call.tensor(role.name);
    if (tensor == nullptr || same_memory(role) != nullptr) continue;
    const std::string name(role.name);
    buffers_[name] = std::make_unique<DeviceBuffer>(*tensor, stream, Placement::as_host);
    if (!role.output) buffers_[name]->upload(*tensor);
  }
}

void RowOperands::place(RowCall& rows) const {
  for (const RowTensor& role : operation_.tensors) {
    if (call_.tensor(role.name) != nullptr) rows.move(role.name, buffer_of(role).data());
  }
}

std::string RowOperands::finish() {
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

/// The input whose memory an output is.
const RowTensor* RowOperands::same_memory(const RowTensor& output) const {
  if (!output.output) return nullptr;
  for (const RowTensor& input : operation_.tensors) {
    const Tensor *const a = call_.tensor(input.name), *const b = call_.tensor(output.name);
    if (!input.output && a != nullptr && a->data == b->data && a->data != nullptr) return &input;
  }
  return nullptr;
}

bool RowOperands::is_written(const RowTensor& input) const {
  for (const RowTensor& output : operation_.tensors) {
    if (call_.tensor(output.name) != nullptr && same_memory(output) == &input) return true;
  }
  return false;
}

DeviceBuffer& RowOperands::buffer_of(const RowTensor& role) const {
  const RowTensor* const shared = same_memory(role);
  return *buffers_.at(std::string(shared == nullptr ? role.name : shared->name));
}

}  // namespace ulpgate::device
