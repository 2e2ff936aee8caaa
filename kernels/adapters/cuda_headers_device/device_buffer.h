#pragma once
// A vector's place on the device, strides and all.
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "kernels/api/implementation.h"

namespace ulpgate::cuda_headers {

/// A CUDA call that failed; what() names the call and the error.
class CudaError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws CudaError unless `code`, a cudaError_t, is success.
void check_cuda(int code, const char* call);

/// Device memory for the elements of a rank-1 tensor and the gaps between them, filled with poison.
class DeviceBuffer {
 public:
  explicit DeviceBuffer(const Tensor& tensor);
  ~DeviceBuffer();
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  /// Element 0, on the device.
  void* data() const { return memory_ + first_; }
  void copy_from_host();
  /// Writes the elements alone, and leaves alone what lies between them.
  void copy_to_host() const;

 private:
  const Tensor& tensor_;
  std::size_t bytes_ = 0;
  std::ptrdiff_t first_ = 0;  ///< of element 0 in the memory
  std::byte* memory_ = nullptr;
};

}  // namespace ulpgate::cuda_headers
