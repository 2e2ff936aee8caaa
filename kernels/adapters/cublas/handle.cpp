#include "kernels/adapters/cublas/handle.h"

#include <string>

namespace ulpgate::cublas {

CublasError::CublasError(cublasStatus_t status, const char* call)
    : std::runtime_error(std::string(call) + ": " + cublasGetStatusName(status) + ", " +
                         cublasGetStatusString(status)),
      status_(status) {}

bool CublasError::is_refusal() const {
  return status_ == CUBLAS_STATUS_NOT_SUPPORTED || status_ == CUBLAS_STATUS_ARCH_MISMATCH;
}

void check_cublas(cublasStatus_t status, const char* call) {
  if (status != CUBLAS_STATUS_SUCCESS) throw CublasError(status, call);
}

Handle::Handle() { check_cublas(cublasCreate(&handle_), "cublasCreate"); }

Handle::~Handle() { cublasDestroy(handle_); }

void Handle::prepare(cublasMath_t math) const {
  // Setting the stream takes the workspace away, so it comes first.
  check_cublas(cublasSetStream(handle_, stream_.get()), "cublasSetStream");
  check_cublas(cublasSetWorkspace(handle_, workspace_.data(), workspace_.bytes()), "cublasSetWorkspace");
  check_cublas(cublasSetPointerMode(handle_, CUBLAS_POINTER_MODE_HOST), "cublasSetPointerMode");
  check_cublas(cublasSetAtomicsMode(handle_, CUBLAS_ATOMICS_NOT_ALLOWED), "cublasSetAtomicsMode");
  check_cublas(cublasSetMathMode(handle_, math), "cublasSetMathMode");
}

}  // namespace ulpgate::cublas
