#include "kernels/adapters/onednn/row_variants.h"

#include <string>
#include <utility>

namespace ulpgate::onednn {
namespace {

using DataType = dnnl::memory::data_type;

// oneDNN states no accuracy. What its jit code (avx512_core) does, exhaustively over the arguments that occur
// here: exp errs by up to 1.9 ulp at small arguments and 4.7 at -86.3, and is 0 below -86.7; log errs by up
// to 3.42e-6 in [1, 2) and 4.5 ulp at large arguments. The variant that claims a log as the C library's is
// what users of a log-softmax expect; fixtures/expectations/onednn.json says what becomes of it.
Claims softmax_claims() {
  return {{"accumulator", "fp32"},
          {"exp", "2+0.04x"},
          {"division", "reciprocal"},
          {"masked_row", "nan"},
          {"subnormals", "flushed"}};
}

Claims log_softmax_claims() {
  return {{"accumulator", "fp32"},
          {"exp", "2+0.04x"},
          {"log", "5"},
          {"log_absolute", "-18"},
          {"subnormals", "flushed"}};
}

Claims expected_claims() {
  Claims claims = log_softmax_claims();
  claims.erase("log");
  claims.erase("log_absolute");
  return claims;
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
  for (const auto& [format, type] : {std::pair{&fp32, DataType::f32}, std::pair{&bf16, DataType::bf16}}) {
    all.push_back(softmax_variant(engine, "softmax", "softmax", *format, type, softmax_claims()));
    all.push_back(softmax_variant(engine, "log_softmax", "logsoftmax", *format, type, log_softmax_claims()));
    all.push_back(layer_norm_variant(engine, "affine", *format, type, true));
  }
  all.push_back(softmax_variant(engine, "log_softmax", "logsoftmax.expected_log", fp32, DataType::f32,
                                expected_claims()));
  all.push_back(layer_norm_variant(engine, "plain", fp32, DataType::f32, false));
  return all;
}

}  // namespace ulpgate::onednn
