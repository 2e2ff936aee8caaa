#include "reference/tensor_core/two_stage_sum.h"

#include <algorithm>
#include <bit>

#include "reference/tensor_core/align.h"

namespace ulpgate {
namespace {

Arithmetic to_nearest(Arithmetic r) {
  r.output_rounding = OutputRounding::nearest_even;
  return r;
}

/// A sum of products: significand * 2^(exponent - fraction bits).
struct Partial {
  std::int64_t significand = 0;
  int exponent = Operand::zero_exponent;
};

/// Shifts down by `bits`, toward -infinity; up where `bits` is negative.
std::int64_t floor_shift(std::int64_t x, int bits) {
  return bits < 0 ? x << -bits : align<Alignment::down>(x, 0, bits);
}

}  // namespace

TwoStageSum::TwoStageSum(const ProfileEntry& entry, const Format& a, const Format& b)
    : a_(a, SubnormalRule::unnormalised),
      b_(b, SubnormalRule::unnormalised),
      accumulator_(*entry.accumulator, SubnormalRule::unnormalised),
      rounder_(*entry.output, to_nearest(entry.arithmetic)),
      arithmetic_(entry.arithmetic) {}

std::uint64_t TwoStageSum::step(const std::uint64_t* a, const std::uint64_t* b, int count,
                                std::uint64_t accumulator) const {
  const Arithmetic& rule = arithmetic_;
  const int product_bits = a_.fraction_bits() + b_.fraction_bits();
  const Operand joined = accumulator_.decode(accumulator);
  std::int64_t significands[64];
  int exponents[64];
  bool positive = joined.is_special() && joined.significand > 0;
  bool negative = joined.is_special() && joined.significand < 0;
  bool nan = joined.is_nan();
  for (int k = 0; k < count; ++k) {
    const Operand x = a_.decode(a[k]), y = b_.decode(b[k]);
    const std::int64_t s = std::int64_t{x.significand} * y.significand;
    significands[k] = s;
    exponents[k] = x.exponent + y.exponent;
    const auto magnitude = static_cast<std::uint64_t>(s < 0 ? -s : s);
    if (x.is_special() || y.is_special()) {
      nan = nan || x.is_nan() || y.is_nan() || s == 0;
    } else if (s == 0 || exponents[k] - product_bits + static_cast<int>(std::bit_width(magnitude)) <= 128) {
      continue;
    }
    (s > 0 ? positive : negative) = true;
  }
  if (nan || (positive && negative)) return rounder_.nan();
  if (positive || negative) return rounder_.infinity(negative);

  const int kept = rule.product_fraction_bits;
  Partial groups[2];
  for (int g = 0; g < rule.product_groups; ++g) {
    for (int k = g; k < count; k += rule.product_groups)
      groups[g].exponent = std::max(groups[g].exponent, exponents[k]);
    for (int k = g; k < count; k += rule.product_groups) {
      groups[g].significand +=
          align<Alignment::toward_zero>(significands[k], std::max(kept - product_bits, 0),
                                        groups[g].exponent - exponents[k] + std::max(product_bits - kept, 0));
    }
  }
  Partial products{0, std::max(groups[0].exponent, groups[1].exponent)};
  for (int g = 0; g < rule.product_groups; ++g)
    products.significand += floor_shift(groups[g].significand, products.exponent - groups[g].exponent);

  const int c_exponent = joined.significand == 0 ? formats::fp32.min_exponent() : joined.exponent;
  const int largest = std::max(products.exponent, c_exponent);
  std::int64_t sum =
      floor_shift(products.significand, largest - products.exponent + kept - rule.fraction_bits);
  const int below = rule.fraction_bits - rule.accumulator_fraction_bits;
  if (!rule.small_accumulator_dropped || c_exponent >= largest - rule.accumulator_fraction_bits - 1) {
    sum += floor_shift(joined.significand,
                       largest - c_exponent + accumulator_.fraction_bits() - rule.accumulator_fraction_bits)
           << below;
  }
  const auto magnitude = static_cast<std::uint64_t>(sum < 0 ? -sum : sum);
  const int drop = std::max(static_cast<int>(std::bit_width(magnitude)) - 1 - rule.final_fraction_bits, 0);
  sum = floor_shift(sum, drop);
  return rounder_.round(sum < 0, static_cast<std::uint64_t>(sum < 0 ? -sum : sum),
                        largest - rule.fraction_bits + drop);
}

std::uint64_t TwoStageSum::dot(const std::uint64_t* a, const std::uint64_t* b, int k,
                               std::uint64_t accumulator) const {
  for (int done = 0; done < k; done += arithmetic_.products)
    accumulator = step(a + done, b + done, std::min(arithmetic_.products, k - done), accumulator);
  return accumulator;
}

}  // namespace ulpgate
