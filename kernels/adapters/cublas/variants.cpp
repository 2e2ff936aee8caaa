#include "kernels/adapters/cublas/variants.h"

#include <utility>

#include "kernels/api/gemm_offer.h"
#include "kernels/device/accumulator.h"

namespace ulpgate::cublas {
namespace {

/// What sums are kept in.
enum class Sums {
  tensor_cores,  ///< the architecture's instruction, where there is one
  plain,         ///< the compute type, each operation rounded to nearest even
};

struct Row {
  const char* name;
  cublasComputeType_t compute;
  const Format* input;
  const Format* output;
  const Format* accumulator;
  Sums sums = Sums::plain;
  cublasMath_t math = CUBLAS_DEFAULT_MATH;
  const Format* rounded_inputs = nullptr;  ///< what operands are rounded to first
};

cudaDataType_t type_of(const Format& f) {
  const std::pair<const Format*, cudaDataType_t> types[] = {
      {&formats::fp16, CUDA_R_16F}, {&formats::bf16, CUDA_R_16BF}, {&formats::fp32, CUDA_R_32F},
      {&formats::fp64, CUDA_R_64F}, {&formats::int8, CUDA_R_8I},   {&formats::int32, CUDA_R_32I}};
  for (const auto& [format, type] : types) {
    if (format->name == f.name) return type;
  }
  return CUDA_R_32F;
}

/// Inputs of 16 bits with an fp32 accumulator, for both outputs.
void add_mixed(std::vector<Row>& rows, const Format& input) {
  for (const Format* output : {&input, &formats::fp32}) {
    rows.push_back({"compute_32f", CUBLAS_COMPUTE_32F, &input, output, &formats::fp32, Sums::tensor_cores});
    rows.push_back({"compute_32f_pedantic", CUBLAS_COMPUTE_32F_PEDANTIC, &input, output, &formats::fp32});
    rows.push_back({"compute_32f+full_precision_reduction", CUBLAS_COMPUTE_32F, &input, output,
                    &formats::fp32, Sums::tensor_cores, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION});
  }
}

std::vector<Row> rows() {
  using namespace formats;
  constexpr auto cores = Sums::tensor_cores;
  std::vector<Row> all;
  add_mixed(all, fp16);
  add_mixed(all, bf16);
  const Row others[] = {
      {"compute_16f", CUBLAS_COMPUTE_16F, &fp16, &fp16, &fp16, cores},
      {"compute_16f_pedantic", CUBLAS_COMPUTE_16F_PEDANTIC, &fp16, &fp16, &fp16},
      {"compute_32f", CUBLAS_COMPUTE_32F, &fp32, &fp32, &fp32},
      {"compute_32f_pedantic", CUBLAS_COMPUTE_32F_PEDANTIC, &fp32, &fp32, &fp32},
      {"compute_32f_fast_tf32", CUBLAS_COMPUTE_32F_FAST_TF32, &fp32, &fp32, &fp32, cores, CUBLAS_DEFAULT_MATH,
       &tf32},
      {"compute_32f_fast_16f", CUBLAS_COMPUTE_32F_FAST_16F, &fp32, &fp32, &fp32, cores, CUBLAS_DEFAULT_MATH,
       &fp16},
      {"compute_32f_fast_16bf", CUBLAS_COMPUTE_32F_FAST_16BF, &fp32, &fp32, &fp32, cores, CUBLAS_DEFAULT_MATH,
       &bf16},
      {"compute_32f+tf32_math", CUBLAS_COMPUTE_32F, &fp32, &fp32, &fp32, cores, CUBLAS_TF32_TENSOR_OP_MATH,
       &tf32},
      {"compute_32f+pedantic_math", CUBLAS_COMPUTE_32F, &fp32, &fp32, &fp32, Sums::plain,
       CUBLAS_PEDANTIC_MATH},
      {"compute_64f", CUBLAS_COMPUTE_64F, &fp64, &fp64, &fp64},
      {"compute_64f_pedantic", CUBLAS_COMPUTE_64F_PEDANTIC, &fp64, &fp64, &fp64},
      {"compute_32i", CUBLAS_COMPUTE_32I, &int8, &int32, &int32},
      {"compute_32i_pedantic", CUBLAS_COMPUTE_32I_PEDANTIC, &int8, &int32, &int32},
  };
  all.insert(all.end(), std::begin(others), std::end(others));
  return all;
}

/// With a math mode or compute type that may add parts in the output's format, where that is narrower.
bool may_reduce_in_output(const Row& r) {
  return r.sums == Sums::tensor_cores && r.output->storage_bits < r.accumulator->storage_bits &&
         r.math != CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
}

Variant variant(const Row& r, const std::string& architecture) {
  const Format& operand = r.rounded_inputs != nullptr ? *r.rounded_inputs : *r.input;
  std::string accumulator(r.accumulator->name);
  if (r.sums == Sums::tensor_cores)
    accumulator = device::tensor_core_accumulator(architecture, operand, operand, *r.accumulator);
  Claims claims{{"accumulator", std::move(accumulator)}, {"alpha_zero", "skips"}};
  if (r.rounded_inputs != nullptr) claims["inputs"] = std::string(operand.name);
  if (r.sums == Sums::tensor_cores) {
    // Into how many parts k is cut is not documented: the claim is an allowance.
    claims["split_k"] = "32";
    claims["partials"] = may_reduce_in_output(r) ? "output" : "accumulator";
  }
  std::map<std::string, std::string> ran{{"function", "cublasGemmEx, cublasGemmStridedBatchedEx"},
                                         {"compute_type", r.name},
                                         {"algorithm", "CUBLAS_GEMM_DEFAULT: the library's choice"}};
  if (!architecture.empty()) ran["device"] = architecture;
  const GemmFormats formats{.a = r.input, .b = r.input, .c = r.output, .d = r.output, .alpha = r.accumulator};
  return {gemm_offer(r.name, formats, std::move(claims), std::move(ran)),
          r.compute,
          r.math,
          type_of(*r.input),
          type_of(*r.output),
          r.accumulator};
}

}  // namespace

std::vector<Variant> variants(const std::string& architecture) {
  std::vector<Variant> all;
  for (const Row& r : rows()) all.push_back(variant(r, architecture));
  return all;
}

}  // namespace ulpgate::cublas
