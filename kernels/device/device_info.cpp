#include "kernels/device/device_info.h"

#include <cuda_runtime_api.h>

namespace ulpgate::device {

std::string architecture() {
  int count = 0;  // left untouched where the call fails
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    cudaGetLastError();
    return {};
  }
  int device = 0;
  int major = 0;
  int minor = 0;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess ||
      cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device) != cudaSuccess) {
    return {};
  }
  return "sm_" + std::to_string(major) + std::to_string(minor);
}

std::optional<NotRun> no_device() {
  if (!architecture().empty()) return std::nullopt;
  return NotRun{"no CUDA device", "the CUDA runtime found no device"};
}

}  // namespace ulpgate::device
