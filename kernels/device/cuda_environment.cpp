#include "kernels/api/cuda_environment.h"

#include <cuda_runtime_api.h>

#include "kernels/api/cuda_devices.h"
#include "kernels/device/device_choice.h"

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

void add_device(Environment& environment, const CudaDevice& device, int index) {
  environment["device"] = device.name;
  const std::string digits = device.architecture.substr(device.architecture.find('_') + 1);
  environment["compute_capability"] = digits.substr(0, digits.size() - 1) + "." + digits.back();
  environment["memory_bytes"] = std::to_string(device.memory_bytes);
  if (!device.pci.empty()) environment["pci"] = device.pci;
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) return;
  environment["ecc"] = properties.ECCEnabled != 0 ? "on" : "off";
  environment["multiprocessors"] = std::to_string(properties.multiProcessorCount);
  add_attribute(environment, "clock_khz", cudaDevAttrClockRate, index);
  add_attribute(environment, "memory_clock_khz", cudaDevAttrMemoryClockRate, index);
}

}  // namespace

std::map<std::string, std::string> cuda_environment() {
  Environment environment;
  int number = 0;
  if (cudaRuntimeGetVersion(&number) == cudaSuccess) environment["runtime"] = version(number);
  number = 0;
  if (cudaDriverGetVersion(&number) == cudaSuccess && number != 0) environment["driver"] = version(number);
  const CudaDevices devices = cuda_devices();
  if (!devices.driver.empty()) environment["kernel_driver"] = devices.driver;
  int current = 0;
  if (devices.all.empty() || cudaGetDevice(&current) != cudaSuccess) return environment;
  const auto count = static_cast<int>(devices.all.size());
  const ChosenDevice chosen = chosen_device().value_or(ChosenDevice{current, count});
  environment["index"] = std::to_string(chosen.index);
  environment["device_count"] = std::to_string(chosen.count);
  add_device(environment, devices.all[static_cast<std::size_t>(current)], current);
  return environment;
}

}  // namespace ulpgate
