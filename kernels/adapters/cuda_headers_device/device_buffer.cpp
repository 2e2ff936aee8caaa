#include "kernels/adapters/cuda_headers_device/device_buffer.h"

#include <algorithm>
#include <cstring>
#include <cuda_runtime_api.h>
#include <string>
#include <vector>

namespace ulpgate::cuda_headers {
namespace {

constexpr int poison = 0xcd;

}  // namespace

void check_cuda(int code, const char* call) {
  const auto error = static_cast<cudaError_t>(code);
  if (error == cudaSuccess) return;
  throw CudaError(std::string(call) + ": " + cudaGetErrorName(error) + ", " + cudaGetErrorString(error));
}

DeviceBuffer::DeviceBuffer(const Tensor& tensor) : tensor_(tensor) {
  const auto size = static_cast<std::ptrdiff_t>(tensor.format->bytes());
  const std::ptrdiff_t last = (tensor.shape[0] - 1) * tensor.strides[0] * size;
  first_ = std::max<std::ptrdiff_t>(0, -last);
  bytes_ = static_cast<std::size_t>(std::max(last, -last) + size);
  void* memory = nullptr;
  check_cuda(cudaMalloc(&memory, bytes_), "cudaMalloc");
  memory_ = static_cast<std::byte*>(memory);
  const cudaError_t filled = cudaMemset(memory, poison, bytes_);
  if (filled != cudaSuccess) cudaFree(memory);  // the destructor does not run
  check_cuda(filled, "cudaMemset");
}

DeviceBuffer::~DeviceBuffer() { cudaFree(memory_); }

void DeviceBuffer::copy_from_host() {
  const std::byte* source = static_cast<const std::byte*>(tensor_.data) - first_;
  check_cuda(cudaMemcpy(memory_, source, bytes_, cudaMemcpyHostToDevice), "cudaMemcpy to the device");
}

void DeviceBuffer::copy_to_host() const {
  std::vector<std::byte> copy(bytes_);
  check_cuda(cudaMemcpy(copy.data(), memory_, bytes_, cudaMemcpyDeviceToHost), "cudaMemcpy from the device");
  const std::size_t size = tensor_.format->bytes();
  const std::ptrdiff_t step = tensor_.strides[0] * static_cast<std::ptrdiff_t>(size);
  auto* target = static_cast<std::byte*>(tensor_.data);
  for (std::int64_t i = 0; i < tensor_.shape[0]; ++i)
    std::memcpy(target + i * step, copy.data() + first_ + i * step, size);
}

}  // namespace ulpgate::cuda_headers
