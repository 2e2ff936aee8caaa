#include "kernels/api/cuda_devices.h"

#include <array>
#include <cuda_runtime_api.h>
#include <fstream>
#include <sstream>

namespace ulpgate {
namespace {

/// The first word like 570.86.15 of what the kernel module says of itself.
std::string kernel_driver() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const bool number = word.find_first_not_of("0123456789.") == std::string::npos;
    if (number && word.find('.') != std::string::npos) return word;
  }
  return {};
}

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  return cudaDeviceGetAttribute(&value, which, device) == cudaSuccess ? value : 0;
}

CudaDevice device_at(int index) {
  CudaDevice device;
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, index) == cudaSuccess) {
    device.name = properties.name;
    device.memory_bytes = properties.totalGlobalMem;
  }
  device.architecture = "sm_" + std::to_string(attribute(cudaDevAttrComputeCapabilityMajor, index)) +
                        std::to_string(attribute(cudaDevAttrComputeCapabilityMinor, index));
  std::array<char, 32> address{};
  if (cudaDeviceGetPCIBusId(address.data(), static_cast<int>(address.size()), index) == cudaSuccess)
    device.pci = address.data();
  return device;
}

}  // namespace

CudaDevices cuda_devices() {
  CudaDevices devices;
  devices.driver = kernel_driver();
  int count = 0;  // left untouched where the call fails
  const cudaError_t answer = cudaGetDeviceCount(&count);
  cudaGetLastError();
  if (answer != cudaSuccess) {
    devices.why_none = std::string("the CUDA runtime says: ") + cudaGetErrorString(answer);
  } else if (count == 0) {
    devices.why_none = "the CUDA runtime found no device";
  }
  for (int i = 0; answer == cudaSuccess && i < count; ++i) devices.all.push_back(device_at(i));
  return devices;
}

}  // namespace ulpgate
