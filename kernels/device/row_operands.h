#pragma once
// The tensors of a call of an operation on rows, on the device.
#include <map>
#include <memory>
#include <string>

#include "kernels/api/row_call.h"
#include "kernels/api/row_operations.h"
#include "kernels/device/device_buffer.h"

namespace ulpgate::device {

/// An output that is an input has that one's memory. Functions throw CudaError.
class RowOperands {
 public:
  /// `call` must outlive it; inputs are uploaded, ordered on the stream.
  RowOperands(const Call& call, void* stream);

  /// Puts the tensors of `rows`, the same call understood, on the device.
  void place(RowCall& rows) const;
  /// Outputs' elements come to the host. A sentence part where something was written where nothing was to be.
  std::string finish();

 private:
  const RowTensor* same_memory(const RowTensor& output) const;
  bool is_written(const RowTensor& input) const;
  DeviceBuffer& buffer_of(const RowTensor& role) const;

  const Call& call_;
  const RowOperation& operation_;
  std::map<std::string, std::unique_ptr<DeviceBuffer>> buffers_;
};

}  // namespace ulpgate::device
