#include "reference/formats/rule.h"

#include "reference/formats/decode.h"

namespace ulpgate {
namespace {

std::string name(const Format& f) { return std::string(f.name); }

std::string check_rounding(const Format& to, const Rule& rule) {
  const bool field_rule =
      rule.rounding == Rounding::e8m0_nearest_field || rule.rounding == Rounding::e8m0_up_field;
  if (field_rule && to.kind != FormatKind::exponent_only)
    return "the e8m0 roundings do not apply to " + name(to);
  if (rule.rounding == Rounding::stochastic && (rule.random_bits < 1 || rule.random_bits > 32)) {
    return "stochastic rounding needs 1 to 32 random bits, not " + std::to_string(rule.random_bits);
  }
  // The encoder sees 64 bits of a value.
  if (rule.rounding == Rounding::stochastic && to.precision() + rule.random_bits > 64) {
    return "stochastic rounding to " + name(to) + " with " + std::to_string(rule.random_bits) +
           " random bits needs more than 64 bits of the value";
  }
  return {};
}

std::string check_range(const Format& from, const Format& to, const Rule& rule) {
  if (rule.overflow == Overflow::infinity && !to.has_infinity)
    return "overflow to infinity, and " + name(to) + " has none";
  if ((rule.overflow == Overflow::nan || rule.overflow == Overflow::nan_signed) && !to.has_nan()) {
    return "overflow to NaN, and " + name(to) + " has none";
  }
  if (!from.has_infinity) return {};
  if (rule.infinity == InfinityRule::infinity && !to.has_infinity)
    return "infinity is kept, and " + name(to) + " has none";
  if ((rule.infinity == InfinityRule::nan || rule.infinity == InfinityRule::nan_signed) && !to.has_nan()) {
    return "infinity becomes NaN, and " + name(to) + " has none";
  }
  return {};
}

std::string check_nan(const Format& from, const Format& to, const Rule& rule) {
  if (!from.has_nan()) return {};
  switch (rule.nan) {
    case NanRule::any:
      if (!to.has_nan()) return "NaN becomes NaN, and " + name(to) + " has none";
      break;
    case NanRule::code:
    case NanRule::code_signed:
      if ((rule.nan_code & ~to.code_mask()) != 0) return "the NaN code does not fit into " + name(to);
      if (to.has_nan() && !is_nan(to, rule.nan_code)) return "the NaN code is not a NaN of " + name(to);
      break;
    case NanRule::payload:
      if (to.nans != NanCodes::ieee) return "NaN payloads are kept, and " + name(to) + " has no IEEE 754 NaN";
      break;
    case NanRule::max_positive:
    case NanRule::max_signed:
    case NanRule::zero_flipped_sign:
      if (to.has_nan()) return "NaN becomes a number, and " + name(to) + " has NaN";
      break;
  }
  return {};
}

}  // namespace

std::string check_rule(const Format& from, const Format& to, const Rule& rule) {
  if (to.kind == FormatKind::integer)
    return "conversion to an integer format (" + name(to) + ") is not an operation of this oracle";
  for (std::string problem :
       {check_rounding(to, rule), check_range(from, to, rule), check_nan(from, to, rule)}) {
    if (!problem.empty()) return problem;
  }
  return {};
}

}  // namespace ulpgate
