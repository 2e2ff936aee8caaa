// The CUDA runtime's functions that adapters use.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime_api.h>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/device/tests/fake.h"

namespace ulpgate::fake {
namespace {

int count = 0;

/// The numbers of the devices that this process may see, as in CUDA's own reading: up to the first wrong one.
std::vector<int> visible() {
  std::vector<int> all;
  const char* variable = std::getenv("CUDA_VISIBLE_DEVICES");
  if (variable == nullptr) {
    for (int i = 0; i < orders().devices; ++i) all.push_back(i);
    return all;
  }
  std::istringstream list(variable);
  for (std::string entry; std::getline(list, entry, ',');) {
    const int device = std::atoi(entry.c_str());
    if (entry != std::to_string(device) || device < 0 || device >= orders().devices) break;
    all.push_back(device);
  }
  return all;
}

}  // namespace

Orders& orders() {
  static Orders o;
  return o;
}

int blocks() { return count; }

}  // namespace ulpgate::fake

using ulpgate::fake::count;
using ulpgate::fake::orders;
using ulpgate::fake::visible;

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
const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorNoDevice ? "no CUDA-capable device is detected" : "as ordered";
}
cudaError_t cudaGetDeviceCount(int* devices) {
  if (visible().empty()) return cudaErrorNoDevice;
  *devices = static_cast<int>(visible().size());
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
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  *properties = {};
  const int number = visible().at(static_cast<std::size_t>(device));
  std::snprintf(properties->name, sizeof properties->name, "Fake %d", number);
  properties->totalGlobalMem = std::size_t{64} << 30;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetPCIBusId(char* address, int size, int device) {
  const int number = visible().at(static_cast<std::size_t>(device));
  std::snprintf(address, static_cast<std::size_t>(size), "0000:%02d:00.0", number);
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) {
  *version = 13010;
  return cudaSuccess;
}

}  // extern "C"
