#include "kernels/adapters/cublaslt/objects.h"

#include <string>

namespace ulpgate::cublaslt {

CublasLtError::CublasLtError(cublasStatus_t status, const char* call)
    : std::runtime_error(std::string(call) + ": " + cublasLtGetStatusName(status) + ", " +
                         cublasLtGetStatusString(status)),
      status_(status) {}

bool CublasLtError::is_refusal() const {
  return status_ == CUBLAS_STATUS_NOT_SUPPORTED || status_ == CUBLAS_STATUS_ARCH_MISMATCH;
}

void check_lt(cublasStatus_t status, const char* call) {
  if (status != CUBLAS_STATUS_SUCCESS) throw CublasLtError(status, call);
}

Handle::Handle() { check_lt(cublasLtCreate(&handle_), "cublasLtCreate"); }
Handle::~Handle() { cublasLtDestroy(handle_); }

Layout::Layout(cudaDataType_t type, std::int64_t rows, std::int64_t columns, std::int64_t leading_dimension,
               std::int64_t batch, std::int64_t batch_stride) {
  check_lt(cublasLtMatrixLayoutCreate(&layout_, type, static_cast<std::uint64_t>(rows),
                                      static_cast<std::uint64_t>(columns), leading_dimension),
           "cublasLtMatrixLayoutCreate");
  const auto count = static_cast<std::int32_t>(batch);
  cublasStatus_t status =
      cublasLtMatrixLayoutSetAttribute(layout_, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count);
  if (status == CUBLAS_STATUS_SUCCESS)
    status = cublasLtMatrixLayoutSetAttribute(layout_, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                              &batch_stride, sizeof batch_stride);
  if (status != CUBLAS_STATUS_SUCCESS) cublasLtMatrixLayoutDestroy(layout_);  // the destructor does not run
  check_lt(status, "cublasLtMatrixLayoutSetAttribute");
}
Layout::~Layout() { cublasLtMatrixLayoutDestroy(layout_); }

Descriptor::Descriptor(cublasComputeType_t compute, cudaDataType_t scale) {
  check_lt(cublasLtMatmulDescCreate(&descriptor_, compute, scale), "cublasLtMatmulDescCreate");
}
Descriptor::~Descriptor() { cublasLtMatmulDescDestroy(descriptor_); }

Preference::Preference() {
  check_lt(cublasLtMatmulPreferenceCreate(&preference_), "cublasLtMatmulPreferenceCreate");
}
Preference::~Preference() { cublasLtMatmulPreferenceDestroy(preference_); }

}  // namespace ulpgate::cublaslt
