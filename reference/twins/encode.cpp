#include "reference/twins/encode.h"

namespace ulpgate {
namespace {

using Integer = Rational::Integer;

std::uint64_t power(int exponent) { return std::uint64_t{1} << exponent; }

std::uint64_t from_index(const Format& to, bool negative, std::uint64_t index) {
  return twin_code(to, negative && to.has_sign, index >> to.significand_bits,
                   index % power(to.significand_bits));
}

std::uint64_t quiet_nan(const Format& to, bool negative) {
  const std::uint64_t all_exponents = power(to.exponent_bits) - 1;
  switch (to.nans) {
    case NanCodes::none:
      break;
    case NanCodes::ieee:
      return twin_code(to, negative, all_exponents, power(to.significand_bits - 1));
    case NanCodes::all_ones:
      return twin_code(to, negative && to.has_sign, all_exponents, power(to.significand_bits) - 1);
    case NanCodes::negative_zero:
      return twin_code(to, true, 0, 0);
  }
  return 0;
}

std::uint64_t nan_with_payload(const Format& to, bool negative, std::uint64_t payload) {
  std::uint64_t field = 0;
  for (int i = 0; i < to.significand_bits; ++i) {
    const bool leading = i == 0;
    field = 2 * field + (leading || (payload >> (63 - i)) % 2 != 0 ? 1 : 0);
  }
  return twin_code(to, negative, power(to.exponent_bits) - 1, field);
}

std::uint64_t largest(const Format& to, bool negative) {
  return from_index(to, negative, twin_line(to).last());
}

std::uint64_t with_sign(const Format& to, std::uint64_t code, bool negative) {
  return negative && to.has_sign ? code | twin_code(to, true, 0, 0) : code;
}

Expected from_nan(const Format& to, const Exact& value, const Rule& rule) {
  const bool negative = value.negative();
  const auto nan = [](std::uint64_t code) { return Expected{code, Outcome::nan, false}; };
  switch (rule.nan) {
    case NanRule::any:
      return {quiet_nan(to, negative), Outcome::nan, true};
    case NanRule::code:
      return nan(rule.nan_code);
    case NanRule::code_signed:
      return nan(with_sign(to, rule.nan_code, negative));
    case NanRule::payload:
      return nan(nan_with_payload(to, negative, value.payload()));
    case NanRule::max_positive:
      return nan(largest(to, false));
    case NanRule::max_signed:
      return nan(largest(to, negative));
    case NanRule::zero_flipped_sign:
      return nan(from_index(to, !negative, 0));
  }
  return {};
}

Expected from_infinity(const Format& to, bool negative, InfinityRule rule) {
  switch (rule) {
    case InfinityRule::infinity:
      return {twin_code(to, negative, power(to.exponent_bits) - 1, 0), Outcome::infinity};
    case InfinityRule::saturate:
      return {largest(to, negative), Outcome::infinity};
    case InfinityRule::nan:
      return {quiet_nan(to, negative), Outcome::infinity, true};
    case InfinityRule::nan_signed:
      return {quiet_nan(to, negative), Outcome::infinity};
  }
  return {};
}

/// IEEE 754-2019, section 7.4: which overflows stay at the largest finite magnitude.
bool stays_finite(Rounding rounding, bool negative) {
  if (rounding == Rounding::toward_zero) return true;
  if (rounding == Rounding::up) return negative;
  if (rounding == Rounding::down) return !negative;
  return false;
}

Expected from_overflow(const Format& to, bool negative, const Rule& rule) {
  switch (rule.overflow) {
    case Overflow::infinity:
      if (stays_finite(rule.rounding, negative)) return {largest(to, negative), Outcome::overflow};
      return {twin_code(to, negative, power(to.exponent_bits) - 1, 0), Outcome::overflow};
    case Overflow::saturate:
      return {largest(to, negative), Outcome::overflow};
    case Overflow::nan:
      return {quiet_nan(to, negative), Outcome::overflow, true};
    case Overflow::nan_signed:
      return {quiet_nan(to, negative), Outcome::overflow};
  }
  return {};
}

bool stochastic_up(const Rational& fraction, int bits, std::uint64_t random) {
  const std::uint64_t scale = power(bits);
  Integer sum = fraction.numerator * scale / fraction.denominator;
  sum += random % scale;
  return sum >= scale;
}

/// Whether an inexact magnitude goes to its upper neighbour.
bool goes_up(const TwinPlace& place, bool negative, const Rule& rule, std::uint64_t random) {
  switch (rule.rounding) {
    case Rounding::nearest_even:
      return place.against_middle > 0 || (place.against_middle == 0 && place.lower % 2 != 0);
    case Rounding::nearest_away:
      return place.against_middle >= 0;
    case Rounding::toward_zero:
      return false;
    case Rounding::up:
      return !negative;
    case Rounding::down:
      return negative;
    case Rounding::stochastic:
      return stochastic_up(place.fraction, rule.random_bits, random);
    case Rounding::e8m0_nearest_field:
      return place.lower == 0 || place.against_middle >= 0;
    case Rounding::e8m0_up_field:
      return true;
  }
  return false;
}

std::uint64_t rounded_index(const TwinPlace& place, bool negative, const Rule& rule, std::uint64_t random) {
  const bool field_up = rule.rounding == Rounding::e8m0_up_field;
  if (place.below_first) return field_up ? 1 : 0;
  if (place.exact) return field_up && place.lower == 0 ? 1 : place.lower;
  return place.lower + (goes_up(place, negative, rule, random) ? 1 : 0);
}

}  // namespace

TwinPlace twin_locate(const Format& to, const Exact& value, bool with_fraction) {
  const TwinLine& line = twin_line(to);
  const Rational x = Rational(value.significand()) * Rational::power_of_two(value.exponent());
  TwinPlace place;
  place.below_first = compare(x, line.at(0)) < 0;
  place.beyond_last = compare(x, line.continuation()) >= 0;
  if (place.below_first || place.beyond_last) return place;
  place.lower = line.last_not_above(x);
  const Rational lower = line.at(place.lower);
  const Rational upper = place.lower == line.last() ? line.continuation() : line.at(place.lower + 1);
  place.exact = compare(x, lower) == 0;
  place.against_middle = compare(2 * x, lower + upper);
  if (with_fraction) place.fraction = (x - lower) / (upper - lower);
  return place;
}

Expected twin_encode_at(const Format& to, const TwinPlace& place, bool negative, const Rule& rule,
                        std::uint64_t random) {
  const std::uint64_t index = place.beyond_last ? 0 : rounded_index(place, negative, rule, random);
  if (place.beyond_last || index > twin_line(to).last()) return from_overflow(to, negative, rule);
  if (place.below_first) return {from_index(to, false, index), Outcome::underflow};
  if (to.kind == FormatKind::exponent_only) return {from_index(to, false, index), Outcome::normal};
  const std::uint64_t zero = from_index(to, negative && to.has_negative_zero, 0);
  if (index == 0) return {zero, Outcome::underflow};
  const bool subnormal = index < power(to.significand_bits);
  if (subnormal && rule.subnormals == Subnormals::flushed) return {zero, Outcome::subnormal};
  return {from_index(to, negative, index), subnormal ? Outcome::subnormal : Outcome::normal};
}

Expected twin_encode(const Format& to, const Exact& value, const Rule& rule, std::uint64_t random) {
  if (value.is_nan()) return from_nan(to, value, rule);
  const bool zero = value.is_zero();
  bool negative = value.negative();
  if (!to.has_sign) {
    const bool below_zero = negative && !zero;
    if (below_zero && rule.negative == NegativeRule::nan)
      return {quiet_nan(to, false), Outcome::negative, true};
    negative = false;
    if (below_zero && rule.negative == NegativeRule::zero) {
      const bool gives_nan = to.kind == FormatKind::exponent_only && rule.zero == ZeroRule::nan;
      return {gives_nan ? quiet_nan(to, false) : from_index(to, false, 0), Outcome::negative, gives_nan};
    }
  }
  if (zero) {
    if (to.kind == FormatKind::exponent_only && rule.zero == ZeroRule::nan)
      return {quiet_nan(to, false), Outcome::zero, true};
    return {from_index(to, negative && to.has_negative_zero, 0), Outcome::zero};
  }
  if (!value.is_finite()) return from_infinity(to, negative, rule.infinity);
  return twin_encode_at(to, twin_locate(to, value, rule.rounding == Rounding::stochastic), negative, rule,
                        random);
}

}  // namespace ulpgate
