// The CUDA runtime's functions that adapters use.
#include <cstdlib>
#include <cstring>
#include <cuda_runtime_api.h>

#include "kernels/device/tests/fake.h"

namespace ulpgate::fake {
namespace {

int count = 0;

}  // namespace

Orders& orders() {
  static Orders o;
  return o;
}

int blocks() { return count; }

}  // namespace ulpgate::fake

using ulpgate::fake::count;
using ulpgate::fake::orders;

extern "C" {

cudaError_t cudaMalloc(void** memory, size_t size) {
  // As the device aligns.
  *memory = std::aligned_alloc(512, (size + 511) / 512 * 512);
  ++count;
  return cudaSuccess;
}
cudaError_t cudaFree(void* memory) {
  if (memory != nullptr) --count;
  std::free(memory);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind, cudaStream_t) {
  std::memcpy(to, from, size);
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  *stream = reinterpret_cast<cudaStream_t>(stream);
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) {
  const auto error = static_cast<cudaError_t>(orders().cuda_error);
  orders().cuda_error = 0;
  return error;
}
cudaError_t cudaGetLastError() { return cudaSuccess; }
const char* cudaGetErrorName(cudaError_t error) {
  return error == cudaErrorIllegalAddress ? "cudaErrorIllegalAddress" : "cudaErrorOther";
}
const char* cudaGetErrorString(cudaError_t) { return "as ordered"; }
cudaError_t cudaGetDeviceCount(int* devices) {
  *devices = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  *value = attribute == cudaDevAttrComputeCapabilityMajor ? 9 : 0;
  return cudaSuccess;
}

}  // extern "C"
