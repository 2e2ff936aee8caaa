#include <array>
#include <cuda_runtime_api.h>

#include "kernels/api/cuda_environment.h"

namespace ulpgate {
namespace {

using Environment = std::map<std::string, std::string>;

/// 13000 is 13.0, 12080 is 12.8.
std::string version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

void add_attribute(Environment& environment, const char* key, cudaDeviceAttr attribute, int device) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, attribute, device) == cudaSuccess)
    environment[key] = std::to_string(value);
}

void add_device(Environment& environment, int device) {
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, device) != cudaSuccess) return;
  environment["device"] = properties.name;
  environment["compute_capability"] =
      std::to_string(properties.major) + "." + std::to_string(properties.minor);
  environment["memory_bytes"] = std::to_string(properties.totalGlobalMem);
  environment["ecc"] = properties.ECCEnabled != 0 ? "on" : "off";
  environment["multiprocessors"] = std::to_string(properties.multiProcessorCount);
  std::array<char, 32> address{};
  if (cudaDeviceGetPCIBusId(address.data(), static_cast<int>(address.size()), device) == cudaSuccess)
    environment["pci"] = address.data();
  add_attribute(environment, "clock_khz", cudaDevAttrClockRate, device);
  add_attribute(environment, "memory_clock_khz", cudaDevAttrMemoryClockRate, device);
}

}  // namespace

std::map<std::string, std::string> cuda_environment() {
  Environment environment;
  int number = 0;
  if (cudaRuntimeGetVersion(&number) == cudaSuccess) environment["runtime"] = version(number);
  number = 0;
  if (cudaDriverGetVersion(&number) == cudaSuccess && number != 0) environment["driver"] = version(number);
  int count = 0;  // left untouched where the call fails
  int device = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess && count > 0 && cudaGetDevice(&device) == cudaSuccess) {
    environment["device_count"] = std::to_string(count);
    add_device(environment, device);
  }
  return environment;
}

}  // namespace ulpgate
