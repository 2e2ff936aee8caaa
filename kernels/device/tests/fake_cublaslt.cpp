// The functions of cuBLASLt that its adapter uses, with the documented requirements of fp8: X transposed and
// Y not, lines and pointers of multiples of 16 bytes.
#include <cstring>
#include <cublasLt.h>
#include <map>
#include <vector>

#include "kernels/device/tests/fake.h"

namespace {

using Attributes = std::map<int, std::vector<unsigned char>>;

template <typename Value>
Value get(const Attributes& attributes, int which, Value otherwise = {}) {
  const auto found = attributes.find(which);
  if (found == attributes.end() || found->second.size() != sizeof(Value)) return otherwise;
  Value value;
  std::memcpy(&value, found->second.data(), sizeof value);
  return value;
}

cublasStatus_t set(Attributes& attributes, int which, const void* value, size_t size) {
  const auto* const from = static_cast<const unsigned char*>(value);
  attributes[which].assign(from, from + size);
  return CUBLAS_STATUS_SUCCESS;
}

struct FakeLayout {
  cudaDataType_t type;
  std::int64_t rows, columns, leading_dimension;
  Attributes attributes;
};

/// The library's types are opaque: theirs are pointers to ours.
Attributes& attributes_of(void* object) { return *static_cast<Attributes*>(object); }
const FakeLayout& layout_of(void* object) { return *static_cast<FakeLayout*>(object); }

bool is_fp8(cudaDataType_t type) { return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2; }

cublasStatus_t refusal(void* descriptor, void* x, void* y, void* d) {
  const Attributes& operation = attributes_of(descriptor);
  const FakeLayout &a = layout_of(x), &b = layout_of(y), &c = layout_of(d);
  const bool a_transposed = get<std::int32_t>(operation, CUBLASLT_MATMUL_DESC_TRANSA) == CUBLAS_OP_T;
  const bool b_transposed = get<std::int32_t>(operation, CUBLASLT_MATMUL_DESC_TRANSB) == CUBLAS_OP_T;
  const std::int64_t m = a_transposed ? a.columns : a.rows, k = a_transposed ? a.rows : a.columns;
  const std::int64_t n = b_transposed ? b.rows : b.columns;
  for (const FakeLayout* l : {&a, &b, &c}) {
    if (l->rows < 1 || l->columns < 1 || l->leading_dimension < l->rows) return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (c.rows != m || c.columns != n || (b_transposed ? b.columns : b.rows) != k)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!is_fp8(a.type)) return CUBLAS_STATUS_SUCCESS;
  const auto aligned = [](const FakeLayout& l) {
    return l.leading_dimension * static_cast<std::int64_t>(ulpgate::fake::bytes(l.type)) % 16 == 0 &&
           l.rows % 16 == 0;
  };
  const bool taken = a_transposed && !b_transposed && aligned(a) && aligned(b) && aligned(c);
  return taken ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

double scale(const Attributes& operation, int which) {
  const auto* const pointer = get<const void*>(operation, which);
  return pointer == nullptr ? 1 : ulpgate::fake::read(CUDA_R_32F, pointer, 0);
}

ulpgate::fake::Product::Matrix matrix(const void* data, void* object, bool transposed) {
  const FakeLayout& l = layout_of(object);
  return {data, l.type, l.leading_dimension,
          get<std::int64_t>(l.attributes, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET), transposed};
}

}  // namespace

extern "C" {

size_t cublasLtGetVersion() { return 130100; }
const char* cublasLtGetStatusName(cublasStatus_t status) {
  return status == CUBLAS_STATUS_NOT_SUPPORTED ? "CUBLAS_STATUS_NOT_SUPPORTED"
                                               : "CUBLAS_STATUS_INVALID_VALUE";
}
const char* cublasLtGetStatusString(cublasStatus_t) { return "says the fake"; }
cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  *handle = reinterpret_cast<cublasLtHandle_t>(handle);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t) { return CUBLAS_STATUS_SUCCESS; }

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType_t type, uint64_t rows,
                                          uint64_t columns, int64_t leading_dimension) {
  *layout = reinterpret_cast<cublasLtMatrixLayout_t>(new FakeLayout{
      type, static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns), leading_dimension, {}});
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  delete reinterpret_cast<FakeLayout*>(layout);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t which, const void* value,
                                                size_t size) {
  return set(reinterpret_cast<FakeLayout*>(layout)->attributes, which, value, size);
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* descriptor, cublasComputeType_t,
                                        cudaDataType_t) {
  *descriptor = reinterpret_cast<cublasLtMatmulDesc_t>(new Attributes);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t descriptor) {
  delete reinterpret_cast<Attributes*>(descriptor);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t descriptor,
                                              cublasLtMatmulDescAttributes_t which, const void* value,
                                              size_t size) {
  return set(attributes_of(descriptor), which, value, size);
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  *preference = reinterpret_cast<cublasLtMatmulPreference_t>(new Attributes);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  delete reinterpret_cast<Attributes*>(preference);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t which,
                                                    const void* value, size_t size) {
  return set(attributes_of(preference), which, value, size);
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t descriptor,
                                              cublasLtMatrixLayout_t x, cublasLtMatrixLayout_t y,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int,
                                              cublasLtMatmulHeuristicResult_t results[], int* count) {
  const cublasStatus_t status = refusal(descriptor, x, y, d);
  *count = status == CUBLAS_STATUS_SUCCESS ? 1 : 0;
  results[0].state = status;
  results[0].workspaceSize = static_cast<size_t>(
      get<std::uint64_t>(attributes_of(preference), CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES));
  return status;
}
cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t*,
                                                    cublasLtMatmulAlgoConfigAttributes_t which, void* value,
                                                    size_t size, size_t* written) {
  std::memset(value, 0, size);
  *static_cast<unsigned char*>(value) =
      static_cast<unsigned char>(which == CUBLASLT_ALGO_CONFIG_SPLITK_NUM ? 1 : which);
  *written = size;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t descriptor, const void* alpha,
                              const void* x, cublasLtMatrixLayout_t x_layout, const void* y,
                              cublasLtMatrixLayout_t y_layout, const void* beta, const void* c,
                              cublasLtMatrixLayout_t c_layout, void* d, cublasLtMatrixLayout_t d_layout,
                              const cublasLtMatmulAlgo_t* algorithm, void* workspace, size_t workspace_size,
                              cudaStream_t) {
  const cublasStatus_t status = refusal(descriptor, x_layout, y_layout, d_layout);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  if (algorithm == nullptr || (workspace == nullptr) != (workspace_size == 0))
    return CUBLAS_STATUS_INVALID_VALUE;
  const Attributes& operation = attributes_of(descriptor);
  const FakeLayout& result = layout_of(d_layout);
  const bool x_transposed = get<std::int32_t>(operation, CUBLASLT_MATMUL_DESC_TRANSA) == CUBLAS_OP_T;
  const bool y_transposed = get<std::int32_t>(operation, CUBLASLT_MATMUL_DESC_TRANSB) == CUBLAS_OP_T;
  const FakeLayout& left = layout_of(x_layout);
  const bool bias = get<std::uint32_t>(operation, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_DEFAULT) ==
                    CUBLASLT_EPILOGUE_BIAS;
  ulpgate::fake::run(
      {get<std::int32_t>(result.attributes, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, 1), result.rows,
       result.columns, x_transposed ? left.rows : left.columns, matrix(x, x_layout, x_transposed),
       matrix(y, y_layout, y_transposed), matrix(c, c_layout, false), matrix(d, d_layout, false),
       ulpgate::fake::read(CUDA_R_32F, alpha, 0) * scale(operation, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER) *
           scale(operation, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER),
       ulpgate::fake::read(CUDA_R_32F, beta, 0),
       bias ? get<const void*>(operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER) : nullptr});
  return CUBLAS_STATUS_SUCCESS;
}

}  // extern "C"
