#include "reference/tensor_core/parameter.h"

#include <algorithm>

#include "reference/formats/text.h"

namespace ulpgate {
namespace {

using Set = bool (*)(Arithmetic&, std::int64_t, std::string_view);

template <auto member, int lowest, int highest>
bool whole(Arithmetic& r, std::int64_t number, std::string_view) {
  if (number < lowest || number > highest) return false;
  r.*member = static_cast<int>(number);
  return true;
}

template <auto member>
bool yes_no(Arithmetic& r, std::int64_t number, std::string_view) {
  r.*member = number != 0;
  return true;
}

/// The words of an enumeration, in its order.
template <auto member>
bool word(Arithmetic& r, std::string_view text, std::initializer_list<std::string_view> words) {
  using Enum = std::remove_reference_t<decltype(r.*member)>;
  const auto* found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) return false;
  r.*member = static_cast<Enum>(found - words.begin());
  return true;
}

bool alignment(Arithmetic& r, std::int64_t, std::string_view text) {
  return word<&Arithmetic::alignment>(r, text, {"toward_zero", "down", "nearest_even"});
}
bool output_rounding(Arithmetic& r, std::int64_t, std::string_view text) {
  return word<&Arithmetic::output_rounding>(r, text, {"toward_zero", "nearest_even"});
}
bool overflow(Arithmetic& r, std::int64_t, std::string_view text) {
  return word<&Arithmetic::overflow>(r, text, {"infinity", "saturate", "wrap"});
}
bool negative_underflow(Arithmetic& r, std::int64_t, std::string_view text) {
  return word<&Arithmetic::negative_underflow>(r, text, {"negative_zero", "positive_zero"});
}
bool input_subnormals(Arithmetic& r, std::int64_t, std::string_view text) {
  return word<&Arithmetic::input_subnormals>(r, text, {"unnormalised", "normalised", "flushed"});
}
bool accumulator_subnormals(Arithmetic& r, std::int64_t, std::string_view text) {
  return word<&Arithmetic::accumulator_subnormals>(r, text, {"unnormalised", "normalised", "flushed"});
}
bool accumulator_use(Arithmetic& r, std::int64_t, std::string_view text) {
  return word<&Arithmetic::accumulator_use>(r, text, {"fused", "added_last"});
}
bool k_order(Arithmetic& r, std::int64_t, std::string_view text) {
  return word<&Arithmetic::k_order>(r, text, {"ascending", "mod4"});
}
bool scale_format(Arithmetic& r, std::int64_t, std::string_view text) {
  r.scale_format = find_format(text);
  return text == "e8m0" || text == "ue4m3";
}
bool nan_code(Arithmetic& r, std::int64_t, std::string_view text) {
  const auto code = parse_hex_code(formats::int64, text);
  r.nan_code = code.value_or(0);
  return code.has_value();
}

std::vector<Parameter> make_parameters() {
  using enum Algorithm;
  using Kind = Parameter::Kind;
  const std::vector<Algorithm> rounded{fused_sum, grouped_scaled_sum};
  const std::vector<Algorithm> cut{fused_sum, grouped_scaled_sum, two_stage_sum};
  const std::vector<Algorithm> blocks{fused_sum, grouped_scaled_sum, exact_sum, pairwise_sum, two_stage_sum};
  const std::vector<Algorithm> floats{fused_sum, grouped_scaled_sum, fma_chain,
                                      exact_sum, pairwise_sum,       two_stage_sum};
  const std::vector<Algorithm> stages{two_stage_sum}, none;
  const char* subnormals = "one of unnormalised, normalised, flushed";
  return {
      {"products", blocks, none, "a whole number from 1 to 64", Kind::whole,
       whole<&Arithmetic::products, 1, 64>},
      {"fraction_bits", cut, none, "a whole number from 1 to 40", Kind::whole,
       whole<&Arithmetic::fraction_bits, 1, 40>},
      {"exponent_floor", rounded, none, "a whole number from -400 to 0", Kind::whole,
       whole<&Arithmetic::exponent_floor, -400, 0>},
      {"alignment", rounded, none, "one of toward_zero, down, nearest_even", Kind::word, alignment},
      {"output_rounding", rounded, none, "one of toward_zero, nearest_even", Kind::word, output_rounding},
      {"output_fraction_bits", rounded, none, "a whole number from 1 to 23", Kind::whole,
       whole<&Arithmetic::output_fraction_bits, 1, 23>},
      {"overflow",
       {fused_sum, grouped_scaled_sum, integer_sum},
       none,
       "one of infinity, saturate, wrap",
       Kind::word,
       overflow},
      {"negative_underflow", rounded, none, "one of negative_zero, positive_zero", Kind::word,
       negative_underflow},
      {"products_normalised",
       {fused_sum},
       none,
       "true or false",
       Kind::yes_no,
       yes_no<&Arithmetic::products_normalised>},
      {"input_subnormals", {fused_sum}, none, subnormals, Kind::word, input_subnormals},
      {"accumulator_subnormals", rounded, none, subnormals, Kind::word, accumulator_subnormals},
      {"nan_code", floats, none, "a code like \"0x7FFFFFFF\"", Kind::code, nan_code},
      {"accumulator_use", {fused_sum}, none, "one of fused, added_last", Kind::word, accumulator_use},
      {"k_order", {fused_sum}, none, "one of ascending, mod4", Kind::word, k_order},
      {"scale_format", {grouped_scaled_sum}, {fused_sum}, "one of e8m0, ue4m3", Kind::word, scale_format},
      {"scale_block",
       {grouped_scaled_sum},
       {fused_sum},
       "a whole number from 1 to 64",
       Kind::whole,
       whole<&Arithmetic::scale_block, 1, 64>},
      {"group",
       {grouped_scaled_sum},
       none,
       "a whole number from 1 to 64",
       Kind::whole,
       whole<&Arithmetic::group, 1, 64>},
      {"product_fraction_bits", stages, none, "a whole number from 1 to 40", Kind::whole,
       whole<&Arithmetic::product_fraction_bits, 1, 40>},
      {"accumulator_fraction_bits", stages, none, "a whole number from 1 to 40", Kind::whole,
       whole<&Arithmetic::accumulator_fraction_bits, 1, 40>},
      {"final_fraction_bits", stages, none, "a whole number from 1 to 40", Kind::whole,
       whole<&Arithmetic::final_fraction_bits, 1, 40>},
      {"product_groups", stages, none, "1 or 2", Kind::whole, whole<&Arithmetic::product_groups, 1, 2>},
      {"small_accumulator_dropped", stages, none, "true or false", Kind::yes_no,
       yes_no<&Arithmetic::small_accumulator_dropped>},
  };
}

}  // namespace

std::span<const Parameter> all_parameters() {
  static const std::vector<Parameter> all = make_parameters();
  return all;
}

const Parameter* find_parameter(std::string_view name) {
  for (const Parameter& p : all_parameters()) {
    if (p.name == name) return &p;
  }
  return nullptr;
}

bool parse_algorithm(std::string_view name, Algorithm& algorithm) {
  constexpr std::string_view names[] = {"fused_sum", "grouped_scaled_sum", "fma_chain",    "integer_sum",
                                        "exact_sum", "pairwise_sum",       "two_stage_sum"};
  const auto* found = std::find(std::begin(names), std::end(names), name);
  if (found == std::end(names)) return false;
  algorithm = static_cast<Algorithm>(found - std::begin(names));
  return true;
}

}  // namespace ulpgate
