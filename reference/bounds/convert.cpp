#include "reference/bounds/convert.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ulpgate {

double convert_bound(const Rule& rule) {
  return rule.rounding == Rounding::nearest_even || rule.rounding == Rounding::nearest_away ? 0.5 : 1.0;
}

bool convert_bound_applies(const Format& to, const Rule& rule, Outcome outcome) {
  switch (outcome) {
    case Outcome::normal:
      return true;
    case Outcome::subnormal:
      return rule.subnormals == Subnormals::kept;
    case Outcome::underflow:
      return to.kind != FormatKind::exponent_only;
    default:
      return false;
  }
}

double signed_ulp_error(const Format& from, std::uint64_t input, const Format& to, std::uint64_t output) {
  const Unpacked x = unpack(from, input);
  const Unpacked y = unpack(to, output);
  const int binade = x.exponent + 63 - std::countl_zero(x.significand);
  const int ulp = std::max(binade - to.significand_bits, to.quantum_exponent());
  // The exact value in two halves, so that each is a double without rounding.
  const double high = std::ldexp(static_cast<double>(x.significand >> 32), x.exponent - ulp + 32);
  const double low = std::ldexp(static_cast<double>(x.significand & 0xFFFFFFFFu), x.exponent - ulp);
  const double magnitude = std::ldexp(static_cast<double>(y.significand), y.exponent - ulp);
  const double signed_y = y.negative ? -magnitude : magnitude;
  return x.negative && to.has_sign ? (signed_y + high) + low : (signed_y - high) - low;
}

std::optional<double> error_over_bound(const Format& from, std::uint64_t input, const Format& to,
                                       const Rule& rule, std::uint64_t output) {
  const Outcome outcome = encode(to, unpack(from, input), rule).outcome;
  const std::uint64_t unused = ~to.code_mask() & ~Format::ones(to.padding_bits);
  if (!convert_bound_applies(to, rule, outcome) || (output & unused) != 0 || !is_finite(to, output))
    return std::nullopt;
  const double ratio = std::fabs(signed_ulp_error(from, input, to, output)) / convert_bound(rule);
  return std::isfinite(ratio) ? std::optional(ratio) : std::nullopt;
}

}  // namespace ulpgate
