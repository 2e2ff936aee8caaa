#include "kernels/adapters/cublaslt/variants.h"

#include <utility>

#include "kernels/api/gemm_offer.h"
#include "kernels/device/accumulator.h"

namespace ulpgate::cublaslt {
namespace {

/// The interval of NVIDIA's open kernels for Hopper (CUTLASS, mma_promotion_interval 4 of k = 32); cuBLASLt's
/// own is not documented.
constexpr const char* promotion_interval = "128";

bool is_8bit(const Format& f) { return f.storage_bits == 8; }

std::string name_of(const Variant& v) {
  std::string name = v.compute == CUBLAS_COMPUTE_32F_FAST_TF32 ? "compute_32f_fast_tf32" : "compute_32f";
  if (v.fast_accum) name += "+fast_accum";
  if (v.bias) name += "+bias";
  return name + (v.workspace == 0 ? "+workspace_0" : "+workspace_32m");
}

Claims claims_of(const Variant& v, const std::string& architecture) {
  const bool tf32 = v.compute == CUBLAS_COMPUTE_32F_FAST_TF32;
  const Format& a = tf32 ? formats::tf32 : *v.a;
  const Format& b = tf32 ? formats::tf32 : *v.b;
  Claims claims{
      {"accumulator", device::tensor_core_accumulator(architecture, a, b, formats::fp32)},
      {"alpha_zero", "skips"},
      // Into how many parts k is cut is not documented: the claim is an allowance.
      {"split_k", "32"},
      {"partials", v.d->storage_bits < 32 ? "output" : "accumulator"},
  };
  if (tf32) claims["inputs"] = "tf32";
  // Fast accumulation makes a difference on Ada and Hopper alone, says the documentation.
  const bool may_promote = architecture == "sm_89" || architecture == "sm_90";
  if (is_8bit(*v.a) && !v.fast_accum && may_promote) claims["promotion"] = promotion_interval;
  if (v.scaled) claims["a_scale_block"] = claims["b_scale_block"] = "tensor";
  return claims;
}

void add(std::vector<Variant>& all, Variant v, const std::string& architecture) {
  GemmFormats formats{.a = v.a, .b = v.b, .c = v.d, .d = v.d, .alpha = &formats::fp32};
  if (v.bias) formats.bias = v.d;
  if (v.scaled) formats.a_scale = formats.b_scale = &formats::fp32;
  std::map<std::string, std::string> ran{{"function", "cublasLtMatmul"},
                                         {"algorithm", "the heuristic's first"},
                                         {"workspace", std::to_string(v.workspace) + " bytes at most"}};
  if (!architecture.empty()) ran["device"] = architecture;
  v.offer = gemm_offer(name_of(v), formats, claims_of(v, architecture), std::move(ran));
  all.push_back(std::move(v));
}

Variant plain(const Format& input, const Format& output, std::size_t workspace) {
  return {.offer = {},
          .compute = CUBLAS_COMPUTE_32F,
          .a = &input,
          .b = &input,
          .d = &output,
          .workspace = workspace};
}

}  // namespace

cudaDataType_t type_of(const Format& f) {
  const std::pair<const Format*, cudaDataType_t> types[] = {{&formats::fp16, CUDA_R_16F},
                                                            {&formats::bf16, CUDA_R_16BF},
                                                            {&formats::fp32, CUDA_R_32F},
                                                            {&formats::e4m3, CUDA_R_8F_E4M3},
                                                            {&formats::e5m2, CUDA_R_8F_E5M2}};
  for (const auto& [format, type] : types) {
    if (format->name == f.name) return type;
  }
  return CUDA_R_32F;
}

std::vector<Variant> variants(const std::string& architecture) {
  using namespace formats;
  std::vector<Variant> all;
  for (const std::size_t workspace : {std::size_t{0}, largest_workspace}) {
    for (const Format* input : {&fp16, &bf16}) {
      for (const Format* output : {input, &fp32}) add(all, plain(*input, *output, workspace), architecture);
    }
    Variant tf32_inputs = plain(fp32, fp32, workspace);
    tf32_inputs.compute = CUBLAS_COMPUTE_32F_FAST_TF32;
    add(all, std::move(tf32_inputs), architecture);
  }
  for (const Format* input : {&fp16, &bf16}) {
    Variant v = plain(*input, *input, largest_workspace);
    v.bias = true;
    add(all, std::move(v), architecture);
  }
  // Of the four pairs of fp8 formats the library takes all but e5m2 with e5m2.
  const std::pair<const Format*, const Format*> pairs[] = {{&e4m3, &e4m3}, {&e4m3, &e5m2}, {&e5m2, &e4m3}};
  for (const auto& [a, b] : pairs) {
    for (const Format* output : {&bf16, &fp16, &fp32}) {
      for (const bool fast : {false, true}) {
        Variant v = plain(*a, *output, largest_workspace);
        v.b = b;
        v.scaled = true;
        v.fast_accum = fast;
        add(all, v, architecture);
        if (output != &bf16 || a != b) continue;
        v.bias = true;
        add(all, v, architecture);
        v.bias = false;
        v.workspace = 0;
        add(all, std::move(v), architecture);
      }
    }
  }
  return all;
}

}  // namespace ulpgate::cublaslt
