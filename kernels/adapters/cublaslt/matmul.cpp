#include "kernels/adapters/cublaslt/matmul.h"

#include <algorithm>
#include <optional>

namespace ulpgate::cublaslt {
namespace {

/// The operand as it lies in memory: rows x columns of op(X), which is transposed or not.
Layout layout_of(const Format& format, const ColumnMajorOperand& o, std::int64_t rows, std::int64_t columns,
                 std::int64_t batch) {
  return {type_of(format),
          o.transposed ? columns : rows,
          o.transposed ? rows : columns,
          o.leading_dimension,
          batch,
          o.batch_stride};
}

const Format& format_of(const Variant& v, const ColumnMajorOperand& o) { return o.role == "a" ? *v.a : *v.b; }

/// At most 256, which is what the library looks for.
std::uint32_t alignment_of(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  std::uint32_t alignment = 256;
  while (address % alignment != 0) alignment /= 2;
  return alignment;
}

template <typename Value>
std::string attribute(const cublasLtMatmulAlgo_t& algorithm, cublasLtMatmulAlgoConfigAttributes_t which) {
  Value value{};
  std::size_t written = 0;
  const cublasStatus_t status =
      cublasLtMatmulAlgoConfigGetAttribute(&algorithm, which, &value, sizeof value, &written);
  if (status != CUBLAS_STATUS_SUCCESS) return "unknown";
  return std::to_string(value);
}

std::string reduction_name(const std::string& scheme) {
  if (scheme == std::to_string(CUBLASLT_REDUCTION_SCHEME_NONE)) return "none";
  if (scheme == std::to_string(CUBLASLT_REDUCTION_SCHEME_INPLACE)) return "in place";
  if (scheme == std::to_string(CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE)) return "compute type";
  if (scheme == std::to_string(CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE)) return "output type";
  return scheme;
}

}  // namespace

Matmul::Matmul(const Handle& handle, const Variant& variant, const ColumnMajorGemm& g,
               const Pointers& pointers)
    : handle_(handle),
      variant_(variant),
      pointers_(pointers),
      descriptor_(variant.compute, CUDA_R_32F),
      x_(layout_of(format_of(variant, g.x), g.x, g.m, g.k, g.batch)),
      y_(layout_of(format_of(variant, g.y), g.y, g.k, g.n, g.batch)),
      d_(type_of(*variant.d), g.m, g.n, g.d_leading_dimension, g.batch, g.d_batch_stride) {
  set_descriptor(g);
  choose();
}

void Matmul::set_descriptor(const ColumnMajorGemm& g) {
  const auto operation = [](const ColumnMajorOperand& o) {
    return static_cast<std::int32_t>(o.transposed ? CUBLAS_OP_T : CUBLAS_OP_N);
  };
  descriptor_.set(CUBLASLT_MATMUL_DESC_TRANSA, operation(g.x));
  descriptor_.set(CUBLASLT_MATMUL_DESC_TRANSB, operation(g.y));
  descriptor_.set(CUBLASLT_MATMUL_DESC_FAST_ACCUM, static_cast<std::int8_t>(variant_.fast_accum ? 1 : 0));
  if (variant_.bias) {
    descriptor_.set(CUBLASLT_MATMUL_DESC_EPILOGUE, static_cast<std::uint32_t>(CUBLASLT_EPILOGUE_BIAS));
    descriptor_.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, pointers_.bias);
    descriptor_.set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, static_cast<std::int32_t>(type_of(*variant_.d)));
  }
  if (variant_.scaled) {
    descriptor_.set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, pointers_.x_scale);
    descriptor_.set(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, pointers_.y_scale);
  }
}

void Matmul::choose() {
  Preference preference;
  preference.set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, static_cast<std::uint64_t>(variant_.workspace));
  alignment_ = 256;
  const std::pair<cublasLtMatmulPreferenceAttributes_t, const void*> alignments[] = {
      {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, pointers_.x},
      {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, pointers_.y},
      {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, pointers_.c},
      {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, pointers_.d}};
  for (const auto& [which, pointer] : alignments) {
    preference.set(which, alignment_of(pointer));
    alignment_ = std::min(alignment_, alignment_of(pointer));
  }
  int found = 0;
  check_lt(cublasLtMatmulAlgoGetHeuristic(handle_.get(), descriptor_.get(), x_.get(), y_.get(), d_.get(),
                                          d_.get(), preference.get(), 1, &choice_, &found),
           "cublasLtMatmulAlgoGetHeuristic");
  check_lt(found == 0 ? CUBLAS_STATUS_NOT_SUPPORTED : choice_.state, "cublasLtMatmulAlgoGetHeuristic");
}

std::string Matmul::algorithm() const {
  const cublasLtMatmulAlgo_t& algorithm = choice_.algo;
  return "id " + attribute<std::int32_t>(algorithm, CUBLASLT_ALGO_CONFIG_ID) + ", tile " +
         attribute<std::uint32_t>(algorithm, CUBLASLT_ALGO_CONFIG_TILE_ID) + ", stages " +
         attribute<std::uint32_t>(algorithm, CUBLASLT_ALGO_CONFIG_STAGES_ID) + ", split-K " +
         attribute<std::int32_t>(algorithm, CUBLASLT_ALGO_CONFIG_SPLITK_NUM) + ", reduction " +
         reduction_name(attribute<std::uint32_t>(algorithm, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME)) +
         ", inner shape " + attribute<std::uint16_t>(algorithm, CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID) +
         ", cluster " + attribute<std::uint16_t>(algorithm, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID) +
         ", workspace " + std::to_string(choice_.workspaceSize) + ", alignment " + std::to_string(alignment_);
}

void Matmul::run(float alpha, float beta, const device::Workspace& workspace,
                 const device::Stream& stream) const {
  check_lt(cublasLtMatmul(handle_.get(), descriptor_.get(), &alpha, pointers_.x, x_.get(), pointers_.y,
                          y_.get(), &beta, pointers_.c, d_.get(), pointers_.d, d_.get(), &choice_.algo,
                          choice_.workspaceSize == 0 ? nullptr : workspace.data(), choice_.workspaceSize,
                          stream.get()),
           "cublasLtMatmul");
}

}  // namespace ulpgate::cublaslt
