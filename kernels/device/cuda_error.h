#pragma once
// CUDA calls that fail.
#include <stdexcept>

namespace ulpgate::device {

/// what() names the call and the error, and whether the process can use the device any more.
class CudaError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws CudaError unless `code`, a cudaError_t, is success.
void check_cuda(int code, const char* call);

}  // namespace ulpgate::device
