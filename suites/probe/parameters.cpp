#include "suites/probe/parameters.h"

#include <algorithm>
#include <stdexcept>

#include "reference/formats/decode.h"
#include "reference/tensor_core/parameter.h"

namespace ulpgate::probe {
namespace {

template <auto member>
Value get(const Arithmetic& r) {
  return static_cast<Value>(r.*member);
}

template <auto member>
void set(Arithmetic& r, Value value) {
  using Type = std::remove_reference_t<decltype(r.*member)>;
  r.*member = static_cast<Type>(value);
}

template <auto member>
Searched number(std::string_view name, bool ordered = false) {
  return {name, get<member>, set<member>, {}, ordered};
}

template <auto member>
Searched word(std::string_view name, std::vector<std::string_view> words) {
  return {name, get<member>, set<member>, std::move(words)};
}

std::vector<Searched> make() {
  using A = Arithmetic;
  const std::vector<std::string_view> subnormals{"unnormalised", "normalised", "flushed"},
      no_yes{"false", "true"};
  return {
      number<&A::products>("products"),
      number<&A::fraction_bits>("fraction_bits", true),
      number<&A::exponent_floor>("exponent_floor", true),
      word<&A::alignment>("alignment", {"toward_zero", "down", "nearest_even"}),
      word<&A::output_rounding>("output_rounding", {"toward_zero", "nearest_even"}),
      number<&A::output_fraction_bits>("output_fraction_bits", true),
      word<&A::overflow>("overflow", {"infinity", "saturate", "wrap"}),
      word<&A::negative_underflow>("negative_underflow", {"negative_zero", "positive_zero"}),
      word<&A::products_normalised>("products_normalised", no_yes),
      word<&A::input_subnormals>("input_subnormals", subnormals),
      word<&A::accumulator_subnormals>("accumulator_subnormals", subnormals),
      word<&A::accumulator_use>("accumulator_use", {"fused", "added_last"}),
      word<&A::k_order>("k_order", {"ascending", "mod4"}),
      number<&A::group>("group"),
      number<&A::product_fraction_bits>("product_fraction_bits", true),
      number<&A::accumulator_fraction_bits>("accumulator_fraction_bits", true),
      number<&A::final_fraction_bits>("final_fraction_bits", true),
      number<&A::product_groups>("product_groups"),
      word<&A::small_accumulator_dropped>("small_accumulator_dropped", no_yes),
  };
}

bool has(const std::vector<Algorithm>& some, Algorithm one) {
  return std::find(some.begin(), some.end(), one) != some.end();
}

/// The least and the largest whole number that a profile may say.
std::pair<Value, Value> limits(std::string_view name, const Signature& s, const Arithmetic& r) {
  // Pairs beyond k are sums of zeros, which can change the sign of one.
  if (name == "products") return {1, r.algorithm == Algorithm::pairwise_sum ? 64 : std::min(s.k, 64)};
  if (name == "exponent_floor") return {-400, 0};
  if (name == "output_fraction_bits") return {1, s.output->significand_bits};
  if (name == "group") return {1, std::max(s.scale_block, 1)};
  if (name == "product_groups") return {1, 2};
  return {1, 40};
}

}  // namespace

const std::vector<Searched>& searched_parameters() {
  static const std::vector<Searched> all = make();
  return all;
}

const Searched& searched(std::string_view name) {
  for (const Searched& p : searched_parameters()) {
    if (p.name == name) return p;
  }
  throw std::invalid_argument("no parameter is called " + std::string(name) + ".");
}

std::vector<const Searched*> searched_parameters(Algorithm algorithm) {
  std::vector<const Searched*> some;
  for (const Searched& p : searched_parameters()) {
    if (has(find_parameter(p.name)->required, algorithm)) some.push_back(&p);
  }
  return some;
}

std::vector<Value> values_of(const Searched& p, const Signature& s, const Arithmetic& arithmetic) {
  Value lowest = 0, highest = static_cast<Value>(p.words.size()) - 1;
  if (p.words.empty()) std::tie(lowest, highest) = limits(p.name, s, arithmetic);
  std::vector<Value> values;
  ProfileEntry entry = entry_of(s, arithmetic);
  for (Value v = lowest; v <= highest; ++v) {
    p.set(entry.arithmetic, v);
    const bool in_pairs = entry.arithmetic.k_order == KOrder::mod4;
    if (check_entry(entry).empty() && !(in_pairs && s.k % 4 != 0)) values.push_back(v);
  }
  return values;
}

std::string to_text(const Searched& p, Value value) {
  if (p.words.empty()) return std::to_string(value);
  return std::string(p.words[static_cast<std::size_t>(value)]);
}

std::string_view to_text(Algorithm algorithm) {
  constexpr std::string_view names[] = {"fused_sum", "grouped_scaled_sum", "fma_chain",    "integer_sum",
                                        "exact_sum", "pairwise_sum",       "two_stage_sum"};
  return names[static_cast<int>(algorithm)];
}

std::vector<Algorithm> algorithms_for(const Signature& s) {
  using enum Algorithm;
  std::vector<Algorithm> some;
  for (const Algorithm a :
       {fused_sum, grouped_scaled_sum, fma_chain, integer_sum, exact_sum, pairwise_sum, two_stage_sum}) {
    const bool takes_scales =
        has(find_parameter("scale_block")->required, a) || has(find_parameter("scale_block")->optional, a);
    if (s.scale_format != nullptr && !takes_scales) continue;
    const Arithmetic start = start_of(s, a);
    if (check_entry(entry_of(s, start)).empty()) some.push_back(a);
  }
  return some;
}

ProfileEntry entry_of(const Signature& s, const Arithmetic& arithmetic) {
  ProfileEntry entry;
  entry.inputs = {s.a};
  if (s.b->name != s.a->name) entry.inputs.push_back(s.b);
  entry.mixing = s.b->name == s.a->name ? Mixing::same : Mixing::different;
  entry.accumulator = s.accumulator;
  entry.output = s.output;
  entry.shapes = {{1, 1, s.k}};
  entry.arithmetic = arithmetic;
  return entry;
}

Arithmetic start_of(const Signature& s, Algorithm algorithm) {
  Arithmetic r;
  r.algorithm = algorithm;
  r.products = s.k;
  if (algorithm == Algorithm::pairwise_sum) {
    r.products = 1;
    while (2 * r.products <= s.k) r.products *= 2;
  }
  r.exponent_floor = -400;
  r.fraction_bits = 40;
  r.scale_format = s.scale_format;
  r.scale_block = s.scale_block;
  if (s.scale_block != 0) r.group = s.scale_block;
  r.overflow = s.is_integer() ? OverflowRule::wrap : OverflowRule::infinity;
  r.output_fraction_bits = s.output->significand_bits;
  if (s.output->is_floating() && s.output->has_infinity) r.nan_code = s.output->magnitude_mask();
  return r;
}

}  // namespace ulpgate::probe
