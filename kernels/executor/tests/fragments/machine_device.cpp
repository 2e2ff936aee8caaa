#include <cuda_runtime_api.h>

#include "kernels/device/device_choice.h"
#include "kernels/executor/tests/fragments/machine.h"

namespace fragment_test {

namespace {
Architectures find() {
  if (const auto device = ulpgate::device_from_ctest()) ulpgate::choose_device(*device);
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess) {
    return {{}, false, std::string("no CUDA device: cudaGetDeviceCount: ") + cudaGetErrorString(error)};
  }
  if (count < 1) return {{}, false, "no CUDA device: cudaGetDeviceCount found none"};
  int major = 0;
  int minor = 0;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
  return {{major * 10 + minor}, false, ""};
}
}  // namespace

const Architectures& architectures() {
  static const Architectures found = find();
  return found;
}

struct On::State {};

On::On(int) : state_(std::make_unique<State>()) {}
On::~On() = default;
bool On::lacks_instruction() const { return false; }
std::string On::faults() const {
  const cudaError_t error = cudaGetLastError();
  return error == cudaSuccess ? "" : cudaGetErrorString(error);
}

}  // namespace fragment_test
