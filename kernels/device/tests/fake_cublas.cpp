// The functions of cuBLAS that its adapter uses. It takes what the documentation allows, and refuses int8
// with leading dimensions that are no multiples of 4.
#include <cublas_v2.h>

#include "kernels/device/tests/fake.h"

using ulpgate::fake::Product;

namespace {

/// Set by prepare(), and missing after cublasSetStream, as the library has it.
bool has_workspace = false;

cudaDataType_t scalar_type(cublasComputeType_t compute) {
  switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      return CUDA_R_16F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
      return CUDA_R_64F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      return CUDA_R_32I;
    default:
      return CUDA_R_32F;
  }
}

bool too_short(cublasOperation_t operation, int rows, int columns, int leading_dimension) {
  return leading_dimension < (operation == CUBLAS_OP_N ? rows : columns) || leading_dimension < 1;
}

}  // namespace

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  *handle = reinterpret_cast<cublasHandle_t>(handle);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy_v2(cublasHandle_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetStream_v2(cublasHandle_t, cudaStream_t) {
  has_workspace = false;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t, void* workspace, size_t size) {
  has_workspace = workspace != nullptr && size > 0;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t, cublasPointerMode_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasGetProperty(libraryPropertyType, int* value) {
  *value = 1;
  return CUBLAS_STATUS_SUCCESS;
}
const char* cublasGetStatusName(cublasStatus_t status) {
  return status == CUBLAS_STATUS_NOT_SUPPORTED ? "CUBLAS_STATUS_NOT_SUPPORTED"
                                               : "CUBLAS_STATUS_INVALID_VALUE";
}
const char* cublasGetStatusString(cublasStatus_t) { return "says the fake"; }

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t, cublasOperation_t x_operation,
                                          cublasOperation_t y_operation, int m, int n, int k,
                                          const void* alpha, const void* x, cudaDataType x_type, int x_ld,
                                          long long x_stride, const void* y, cudaDataType y_type, int y_ld,
                                          long long y_stride, const void* beta, void* d, cudaDataType d_type,
                                          int d_ld, long long d_stride, int batch,
                                          cublasComputeType_t compute, cublasGemmAlgo_t) {
  if (!has_workspace || m < 1 || n < 1 || k < 0 || batch < 1 || too_short(x_operation, m, k, x_ld) ||
      too_short(y_operation, k, n, y_ld) || d_ld < m)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (x_type == CUDA_R_8I && (x_ld % 4 != 0 || y_ld % 4 != 0)) return CUBLAS_STATUS_NOT_SUPPORTED;
  const cudaDataType_t scalar = scalar_type(compute);
  ulpgate::fake::run({batch,
                      m,
                      n,
                      k,
                      {x, x_type, x_ld, x_stride, x_operation == CUBLAS_OP_T},
                      {y, y_type, y_ld, y_stride, y_operation == CUBLAS_OP_T},
                      {d, d_type, d_ld, d_stride, false},
                      {d, d_type, d_ld, d_stride, false},
                      ulpgate::fake::read(scalar, alpha, 0),
                      ulpgate::fake::read(scalar, beta, 0)});
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t x_operation,
                            cublasOperation_t y_operation, int m, int n, int k, const void* alpha,
                            const void* x, cudaDataType x_type, int x_ld, const void* y, cudaDataType y_type,
                            int y_ld, const void* beta, void* d, cudaDataType d_type, int d_ld,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm) {
  return cublasGemmStridedBatchedEx(handle, x_operation, y_operation, m, n, k, alpha, x, x_type, x_ld, 0, y,
                                    y_type, y_ld, 0, beta, d, d_type, d_ld, 0, 1, compute, algorithm);
}

}  // extern "C"
