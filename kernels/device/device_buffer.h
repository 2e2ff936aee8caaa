#pragma once
// A tensor's place on the device, strides and all, between guards.
#include <cstddef>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate::device {

/// Device memory for the elements of a tensor and the gaps between them. Gaps, guards and elements that are
/// not uploaded hold poison, a NaN in every floating format. The lowest element is aligned to 256 bytes.
/// Everything is ordered on one stream, a cudaStream_t; functions throw CudaError.
class DeviceBuffer {
 public:
  DeviceBuffer(const Tensor& tensor, void* stream);
  ~DeviceBuffer();
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  /// Element (0, ..., 0), on the device.
  void* data() const;
  /// Copies the elements of `source`, a host tensor of the same shape, whatever its strides.
  void upload(const Tensor& source);
  /// Waits for the stream, then copies the elements alone to the host tensor; empty, or a sentence part that
  /// says where the device wrote beside the elements.
  std::string download();
  /// Waits for the stream; empty, or a sentence part that says where the device changed what it should only
  /// read.
  std::string changes();

 private:
  std::vector<std::byte> fetch() const;
  std::string difference(const std::vector<std::byte>& now) const;

  Tensor tensor_;
  void* stream_;
  std::size_t first_ = 0;         ///< of element (0, ..., 0) in the memory
  std::vector<std::byte> image_;  ///< what the memory held before anything ran
  std::byte* memory_ = nullptr;
};

}  // namespace ulpgate::device
