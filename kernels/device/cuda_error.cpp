#include "kernels/device/cuda_error.h"

#include <cuda_runtime_api.h>
#include <string>

namespace ulpgate::device {
namespace {

/// Errors after which every call of the process fails (CUDA Runtime API, cudaError: "the process must be
/// terminated and relaunched").
bool is_sticky(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorECCUncorrectable:
      return true;
    default:
      return false;
  }
}

}  // namespace

void check_cuda(int code, const char* call) {
  const auto error = static_cast<cudaError_t>(code);
  if (error == cudaSuccess) return;
  std::string what = std::string(call) + ": " + cudaGetErrorName(error) + ", " + cudaGetErrorString(error);
  if (is_sticky(error)) what += "; every later CUDA call of this process fails";
  // What is not sticky must not be found by the next call.
  cudaGetLastError();
  throw CudaError(what);
}

}  // namespace ulpgate::device
