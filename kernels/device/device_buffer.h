#pragma once
// A tensor's place on the device, strides and all, between guards.
#include <cstddef>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate::device {

/// Where the lowest element lies: at a multiple of 256 bytes, which libraries may ask for, or as far beyond a
/// multiple of 64 as on the host, so that what a kernel does for addresses that vector access cannot take is
/// tried.
enum class Placement { aligned, as_host };

/// Device memory for the elements of a tensor and the gaps between them. Gaps, guards and elements that are
/// not uploaded hold poison, a NaN in every floating format.
/// Everything is ordered on one stream, a cudaStream_t; functions throw CudaError.
class DeviceBuffer {
 public:
  DeviceBuffer(const Tensor& tensor, void* stream, Placement placement = Placement::aligned);
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
