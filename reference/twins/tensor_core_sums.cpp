#include "reference/twins/tensor_core_sums.h"

#include <algorithm>
#include <optional>

#include "reference/twins/values.h"

namespace ulpgate::twin {
namespace {

std::uint64_t infinity_code(const Format& f, bool negative) {
  return twin_code(f, negative, Format::ones(f.exponent_bits), 0);
}

std::vector<Value> products_of(const StepOperands& in) {
  std::vector<Value> products;
  for (std::size_t k = 0; k < in.a.size(); ++k) products.push_back(product(in.a[k], in.b[k]));
  return products;
}

/// The result where NaN or infinities decide it.
std::optional<std::uint64_t> special_result(const ProfileEntry& e, const std::vector<Value>& terms) {
  const auto any = [&](auto what) { return std::any_of(terms.begin(), terms.end(), what); };
  const bool up = any([](const Value& v) { return v.is_infinity() && !v.negative; });
  const bool down = any([](const Value& v) { return v.is_infinity() && v.negative; });
  if (any([](const Value& v) { return v.is_nan(); }) || (up && down)) return e.arithmetic.nan_code;
  if (up || down) return infinity_code(*e.output, down);
  return std::nullopt;
}

/// units * 2^unit, rounded to the output.
std::uint64_t finished(const ProfileEntry& e, const Integer& units, int unit, OutputRounding rounding) {
  if (units == 0) return 0;
  const std::uint64_t code = placed(*e.output, e.arithmetic.output_fraction_bits, units * power(unit),
                                    rounding, e.arithmetic.overflow);
  const bool underflow = code == twin_code(*e.output, true, 0, 0);
  return underflow && e.arithmetic.negative_underflow == NegativeUnderflow::positive_zero ? 0 : code;
}

struct Term {
  Integer number;
  int exponent;
};

std::uint64_t aligned_sum(const ProfileEntry& e, const std::vector<Term>& terms, int largest) {
  const Arithmetic& r = e.arithmetic;
  Integer units = 0;
  for (const Term& t : terms) units += quotient(t.number, largest - r.fraction_bits, r.alignment);
  return finished(e, units, largest - r.fraction_bits, r.output_rounding);
}

}  // namespace

std::uint64_t fused_step(const ProfileEntry& e, const StepOperands& in, const Value& accumulator) {
  std::vector<Value> all = products_of(in);
  if (e.arithmetic.products_normalised) {
    for (Value& v : all) {
      if (v.number_class == NumberClass::finite) v.exponent = leading_exponent(v.number);
    }
  }
  all.push_back(accumulator);
  if (const auto special = special_result(e, all)) return *special;
  std::vector<Term> terms;
  int largest = e.arithmetic.exponent_floor;
  for (const Value& v : all) {
    if (v.is_zero()) continue;
    terms.push_back({v.number, v.exponent});
    largest = std::max(largest, v.exponent);
  }
  return aligned_sum(e, terms, largest);
}

std::uint64_t grouped_step(const ProfileEntry& e, const StepOperands& in, const Value& accumulator) {
  const std::vector<Value> products = products_of(in);
  std::vector<Value> specials = in.group_scales;
  specials.push_back(accumulator);
  if (const auto special = special_result(e, specials)) return *special;
  const int floor = e.arithmetic.exponent_floor;
  std::vector<Term> terms{{accumulator.number, accumulator.is_zero() ? floor : accumulator.exponent}};
  const auto size = static_cast<std::size_t>(e.arithmetic.group);
  for (std::size_t g = 0; g * size < products.size(); ++g) {
    const Value& scale = in.group_scales[g];
    Integer sum = 0;
    bool all_zero = true;
    for (std::size_t k = g * size; k < std::min((g + 1) * size, products.size()); ++k) {
      sum += products[k].number;
      all_zero = all_zero && products[k].is_zero();
    }
    const bool nothing = all_zero || scale.is_zero();
    terms.push_back({sum * scale.number / power(0), nothing ? floor : scale.exponent});
  }
  int largest = terms[0].exponent;
  for (const Term& t : terms) largest = std::max(largest, t.exponent);
  return aligned_sum(e, terms, largest);
}

std::uint64_t exact_step(const ProfileEntry& e, const StepOperands& in, const Value& accumulator) {
  std::vector<Value> all = products_of(in);
  all.push_back(accumulator);
  if (const auto special = special_result(e, all)) return *special;
  Integer sum = 0;
  for (const Value& v : all) sum += v.number;
  return finished(e, sum, -fraction_bits, OutputRounding::nearest_even);
}

std::uint64_t two_stage_step(const ProfileEntry& e, const StepOperands& in, const Value& accumulator) {
  const Arithmetic& r = e.arithmetic;
  std::vector<Value> all = products_of(in);
  for (Value& v : all) {
    if (v.number_class == NumberClass::finite && leading_exponent(v.number) >= 128)
      v.number_class = NumberClass::infinity;
  }
  all.push_back(accumulator);
  if (const auto special = special_result(e, all)) return *special;
  all.pop_back();

  std::optional<int> largest_product;
  std::vector<Term> groups;
  for (int g = 0; g < r.product_groups; ++g) {
    std::optional<int> largest;
    const auto step = static_cast<std::size_t>(r.product_groups);
    for (auto k = static_cast<std::size_t>(g); k < all.size(); k += step) {
      if (!all[k].is_zero()) largest = std::max(largest.value_or(all[k].exponent), all[k].exponent);
    }
    if (!largest) continue;
    Integer units = 0;
    for (auto k = static_cast<std::size_t>(g); k < all.size(); k += step)
      units += quotient(all[k].number, *largest - r.product_fraction_bits, Alignment::toward_zero);
    groups.push_back({units * power(*largest - r.product_fraction_bits), *largest});
    largest_product = std::max(largest_product.value_or(*largest), *largest);
  }
  Integer products = 0;
  for (const Term& t : groups) {
    const int unit = *largest_product - r.product_fraction_bits;
    products += quotient(t.number, unit, Alignment::down) * power(unit);
  }
  const int c_exponent = accumulator.is_zero() ? formats::fp32.min_exponent() : accumulator.exponent;
  const int largest = std::max(largest_product.value_or(c_exponent), c_exponent);
  const int unit = largest - r.fraction_bits;
  Integer sum = quotient(products, unit, Alignment::down) * power(unit);
  if (!r.small_accumulator_dropped || c_exponent >= largest - r.accumulator_fraction_bits - 1) {
    const int c_unit = largest - r.accumulator_fraction_bits;
    sum += quotient(accumulator.number, c_unit, Alignment::down) * power(c_unit);
  }
  if (sum == 0) return 0;
  const int last = std::max(leading_exponent(sum) - r.final_fraction_bits, unit);
  return finished(e, quotient(sum, last, Alignment::down), last, OutputRounding::nearest_even);
}

}  // namespace ulpgate::twin
