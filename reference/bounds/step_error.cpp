#include "reference/bounds/step_error.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "reference/exact/power_of_two.h"

namespace ulpgate {
namespace {

/// Rounding to the entry's output with its fraction bits.
void set_rounding(StepError& e, const ProfileEntry& entry, bool nearest, int fraction_bits) {
  const int half = nearest ? 1 : 0;
  e.rounding = power_of_two(-fraction_bits - half);
  e.precision = fraction_bits + 1;
  e.lowest = entry.output->min_exponent() - fraction_bits;
  e.absolute = std::max(power_of_two(entry.output->min_exponent() - fraction_bits - half), 0x1p-1074);
}

void set_fused(StepError& e, const ProfileEntry& entry, int term_fraction_bits, int terms) {
  const Arithmetic& r = entry.arithmetic;
  const bool largest_is_exact = r.fraction_bits >= term_fraction_bits + (r.products_normalised ? 1 : 0) &&
                                r.fraction_bits >= entry.accumulator->significand_bits &&
                                r.fraction_bits >= entry.output->significand_bits;
  e.kept_bits = r.fraction_bits;
  const double unit = power_of_two(-r.fraction_bits - (r.alignment == Alignment::nearest_even ? 1 : 0));
  e.cut = (terms + (largest_is_exact ? 0 : 1)) * unit;
  // A subnormal accumulator is aligned by the smallest normal exponent.
  e.floor = power_of_two(std::max(r.exponent_floor, entry.accumulator->min_exponent()));
  set_rounding(e, entry, r.output_rounding == OutputRounding::nearest_even, r.output_fraction_bits);
}

void set_two_stage(StepError& e, const ProfileEntry& entry) {
  const Arithmetic& r = entry.arithmetic;
  // Products, then each group's floor, then the floor of their sum and that of the accumulator, which are all
  // aligned by exponents of the same step; the normalised sum keeps final_fraction_bits.
  e.cut = r.products * power_of_two(-r.product_fraction_bits) +
          r.product_groups * power_of_two(-r.product_fraction_bits) + power_of_two(-r.fraction_bits) +
          power_of_two(-r.accumulator_fraction_bits);
  e.spread = power_of_two(-r.final_fraction_bits);
  e.kept_bits = std::min({r.product_fraction_bits, r.fraction_bits, r.accumulator_fraction_bits});
  // A zero or subnormal accumulator has the exponent -126.
  e.floor = power_of_two(entry.output->min_exponent());
  set_rounding(e, entry, true, entry.output->significand_bits);
}

void set_pairwise(StepError& e, const ProfileEntry& entry) {
  const int levels = 2 + std::bit_width(static_cast<unsigned>(entry.arithmetic.products - 1));
  const double u = power_of_two(-entry.output->significand_bits - 1);
  e.spread = std::expm1(levels * std::log1p(u));
  e.precision = entry.output->precision();
  e.lowest = entry.output->min_exponent();
  // Each product, each partial sum, and the result may be flushed.
  e.absolute =
      (2 * entry.arithmetic.products + 1) * power_of_two(entry.output->min_exponent()) * (1 + e.spread);
}

}  // namespace

StepError step_error(const ProfileEntry& entry, const Format& a, const Format& b) {
  if (!entry.takes(a, b)) {
    throw std::invalid_argument(entry.id + " does not take " + std::string(a.name) + " and " +
                                std::string(b.name));
  }
  const Arithmetic& r = entry.arithmetic;
  StepError e;
  e.products = r.products;
  switch (r.algorithm) {
    case Algorithm::fused_sum:
      set_fused(e, entry, a.significand_bits + b.significand_bits, r.products);
      break;
    case Algorithm::grouped_scaled_sum: {
      // A group's sum is below 2^5 products and has the fraction bits of products and scales.
      const int groups = (r.products + r.group - 1) / r.group;
      const int scale_bits = r.scale_format == nullptr ? 0 : 2 * r.scale_format->significand_bits;
      set_fused(e, entry, a.significand_bits + b.significand_bits + scale_bits, groups);
      break;
    }
    case Algorithm::fma_chain:
      e.products = 1;
      set_rounding(e, entry, true, entry.output->significand_bits);
      break;
    case Algorithm::integer_sum:
      e.products = entry.largest_k();
      e.exact = true;
      break;
    case Algorithm::exact_sum:
      set_rounding(e, entry, true, entry.output->significand_bits);
      break;
    case Algorithm::pairwise_sum:
      set_pairwise(e, entry);
      break;
    case Algorithm::two_stage_sum:
      set_two_stage(e, entry);
      break;
  }
  e.flushes_operands = r.algorithm == Algorithm::pairwise_sum || r.input_subnormals == SubnormalRule::flushed;
  if (r.accumulator_use == AccumulatorUse::added_last && r.algorithm == Algorithm::fused_sum)
    e.last_addition = power_of_two(-entry.output->significand_bits - 1);
  return e;
}

int steps_of(const StepError& step, int instruction_k) {
  return (instruction_k + step.products - 1) / step.products;
}

double subnormal_excess(const Format& a, bool a_has_subnormals, double a_largest, const Format& b,
                        bool b_has_subnormals, double b_largest) {
  const double a_min = power_of_two(a.min_exponent()), b_min = power_of_two(b.min_exponent());
  double excess = 0;
  if (a_has_subnormals) excess = std::max(excess, a_min * std::max(b_largest, b_min));
  if (b_has_subnormals) excess = std::max(excess, b_min * std::max(a_largest, a_min));
  return excess;
}

}  // namespace ulpgate
