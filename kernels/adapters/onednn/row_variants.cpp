#include "kernels/adapters/onednn/row_variants.h"

#include <string>
#include <utility>

namespace ulpgate::onednn {
namespace {

using DataType = dnnl::memory::data_type;

// oneDNN states no accuracy; these claims are of what it computes with fma (avx2 and up).
//
// exp (jit_uni_eltwise_injector.cpp): r = x - k * ln2f, rounded once, k the integer next to x / ln 2; a
// polynomial of degree 5 with the coefficients 0x3f7ffffb, 0x3efffee3, 0x3e2aad40, 0x3d2b9d0d, 0x3c07cfce by
// Horner's rule, fused; times 2^k. In ulps of the result, significands up to 2 counted as they come: over
// |r| <= ln 2 / 2 the polynomial's own error (1.29 at most), the roundings of its five steps and that of r
// add up to 2.094 (at r = -0.165; on a grid of 4 10^5 points, between which it moves by less than 10^-4).
// ln2f is off by 1.905e-9, k times, which is at most 0.0462 |x|. Exhaustively, with oneDNN 2.6.3 on
// avx512_core, it was 1.9 at small arguments and 4.7 at -86.3. Below -86.7 it is 0.
//
// log: no derivation. Exhaustively, likewise, it was off by up to 3.42e-6 in [1, 2), where the table's steps
// are not fine enough for ulps, and by 4.5 ulp at large arguments: the claims are the next whole numbers.
//
// Rows of bf16 keep their exponentials, or their differences, in y until the sum is known: the accumulator is
// bf16.
//
// The variants with `expected` in their names claim what users take for granted: a log like the C library's,
// fp32 for what is between. fixtures/expectations/onednn.json says what becomes of them.
Claims softmax_claims(const char* accumulator) {
  Claims claims{{"accumulator", accumulator}, {"division", "reciprocal"}, {"subnormals", "flushed"}};
  if (claims["accumulator"] == "fp32") claims["exp"] = "2.1+0.0462x";
  return claims;
}

Claims log_softmax_claims(const char* accumulator) {
  Claims claims{{"accumulator", accumulator}, {"subnormals", "flushed"}, {"log_absolute", "-18"}};
  if (claims["accumulator"] == "fp32") claims.insert({{"exp", "2.1+0.0462x"}, {"log", "5"}});
  return claims;
}

Claims expected_log_claims() {
  return {{"accumulator", "fp32"}, {"exp", "2.1+0.0462x"}, {"subnormals", "flushed"}};
}

/// What the library would run for packed rows.
template <class Primitive, class... Arguments>
std::string implementation_name(const dnnl::engine& engine, const Arguments&... arguments) {
  try {
    return typename Primitive::primitive_desc({arguments...}, engine).impl_info_str();
  } catch (const dnnl::error& error) {
    return error.what();
  }
}

RowVariant softmax_variant(const dnnl::engine& engine, const char* operation, const char* name,
                           const Format& format, DataType type, Claims claims) {
  const dnnl::memory::desc packed({4, 64, 1}, type, dnnl::memory::format_tag::abc);
  const auto inference = dnnl::prop_kind::forward_inference;
  const bool is_log = std::string(operation) == "log_softmax";
  const std::string implementation =
      is_log ? implementation_name<dnnl::logsoftmax_forward>(engine, inference, packed, 1)
             : implementation_name<dnnl::softmax_forward>(engine, inference, packed, 1);
  const std::string format_name(format.name);
  return {Offer{operation,
                name,
                {{"x", format_name}, {"y", format_name}},
                std::move(claims),
                {{"implementation", implementation + " (4 x 64)"}}},
          type};
}

RowVariant layer_norm_variant(const dnnl::engine& engine, const char* name, const Format& format,
                              DataType type, bool affine) {
  using enum dnnl::normalization_flags;
  const dnnl::memory::desc packed({4, 64}, type, dnnl::memory::format_tag::ab);
  const std::string implementation = implementation_name<dnnl::layer_normalization_forward>(
      engine, dnnl::prop_kind::forward_training, packed, 1e-5F, affine ? use_scale | use_shift : none);
  Formats formats{{"x", std::string(format.name)}};
  if (affine) formats.insert(formats.end(), {{"gamma", "fp32"}, {"beta", "fp32"}});
  formats.insert(formats.end(), {{"y", std::string(format.name)}, {"mean", "fp32"}});
  return {Offer{"layer_norm",
                name,
                std::move(formats),
                {{"accumulator", "fp32"}, {"algorithm", "two_pass"}},
                {{"implementation", implementation + " (4 x 64)"}}},
          type};
}

}  // namespace

std::vector<RowVariant> row_variants(const dnnl::engine& engine) {
  using namespace formats;
  std::vector<RowVariant> all;
  const auto add_softmax = [&](const char* operation, const char* name, const Format& format, DataType type,
                               Claims claims) {
    all.push_back(softmax_variant(engine, operation, name, format, type, std::move(claims)));
  };
  add_softmax("softmax", "softmax", fp32, DataType::f32, softmax_claims("fp32"));
  add_softmax("softmax", "softmax", bf16, DataType::bf16, softmax_claims("bf16"));
  add_softmax("softmax", "softmax.expected_fp32", bf16, DataType::bf16, softmax_claims("fp32"));
  add_softmax("log_softmax", "logsoftmax", fp32, DataType::f32, log_softmax_claims("fp32"));
  add_softmax("log_softmax", "logsoftmax.expected_log", fp32, DataType::f32, expected_log_claims());
  add_softmax("log_softmax", "logsoftmax", bf16, DataType::bf16, log_softmax_claims("bf16"));
  add_softmax("log_softmax", "logsoftmax.expected_fp32", bf16, DataType::bf16, log_softmax_claims("fp32"));
  all.push_back(layer_norm_variant(engine, "affine", fp32, DataType::f32, true));
  all.push_back(layer_norm_variant(engine, "affine", bf16, DataType::bf16, true));
  all.push_back(layer_norm_variant(engine, "plain", fp32, DataType::f32, false));
  return all;
}

}  // namespace ulpgate::onednn
