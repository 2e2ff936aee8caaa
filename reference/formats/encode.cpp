#include "reference/formats/encode.h"

#include <bit>

namespace ulpgate {
namespace {

std::uint64_t with_sign(const Format& to, std::uint64_t magnitude, bool negative) {
  return magnitude | (negative ? to.sign_mask() : 0);
}

/// A NaN code with the given sign where the format has two, else its only one.
std::uint64_t some_nan(const Format& to, bool negative) {
  switch (to.nans) {
    case NanCodes::negative_zero:
      return to.sign_mask();
    case NanCodes::all_ones:
      return with_sign(to, to.magnitude_mask(), negative);
    case NanCodes::ieee:
      return with_sign(
          to, infinity_magnitude(to) | std::uint64_t{1} << (to.significand_bits - 1 + to.padding_bits),
          negative);
    case NanCodes::none:
      break;
  }
  return 0;
}

Expected encode_nan(const Format& to, const Unpacked& v, const Rule& rule) {
  Expected e{.code = some_nan(to, v.negative), .outcome = Outcome::nan};
  switch (rule.nan) {
    case NanRule::any:
      e.any_nan = true;
      break;
    case NanRule::code:
      e.code = rule.nan_code;
      break;
    case NanRule::code_signed:
      e.code = with_sign(to, rule.nan_code, v.negative);
      break;
    case NanRule::payload:
      e.code |= (v.significand >> (64 - to.significand_bits)) << to.padding_bits;
      break;
    case NanRule::max_positive:
      e.code = max_finite_magnitude(to);
      break;
    case NanRule::max_signed:
      e.code = with_sign(to, max_finite_magnitude(to), v.negative);
      break;
    case NanRule::zero_flipped_sign:
      e.code = with_sign(to, 0, !v.negative);
      break;
  }
  return e;
}

/// e4m3 and e5m2 have more than one NaN; a rule that asks for a NaN with a sign asks for that sign only.
Expected signed_nan(const Format& to, bool negative, Outcome outcome) {
  return {.code = some_nan(to, negative), .outcome = outcome};
}

Expected encode_infinity(const Format& to, bool negative, const Rule& rule) {
  switch (rule.infinity) {
    case InfinityRule::infinity:
      return {with_sign(to, infinity_magnitude(to), negative), Outcome::infinity};
    case InfinityRule::saturate:
      return {with_sign(to, max_finite_magnitude(to), negative), Outcome::infinity};
    case InfinityRule::nan:
      return {some_nan(to, negative), Outcome::infinity, true};
    case InfinityRule::nan_signed:
      return signed_nan(to, negative, Outcome::infinity);
  }
  return {};
}

Expected encode_overflow(const Format& to, bool negative, const Rule& rule) {
  const std::uint64_t largest = with_sign(to, max_finite_magnitude(to), negative);
  switch (rule.overflow) {
    case Overflow::infinity: {
      const bool stays_finite = rule.rounding == Rounding::toward_zero ||
                                (rule.rounding == Rounding::up && negative) ||
                                (rule.rounding == Rounding::down && !negative);
      return {stays_finite ? largest : with_sign(to, infinity_magnitude(to), negative), Outcome::overflow};
    }
    case Overflow::saturate:
      return {largest, Outcome::overflow};
    case Overflow::nan:
      return {some_nan(to, negative), Outcome::overflow, true};
    case Overflow::nan_signed:
      return signed_nan(to, negative, Outcome::overflow);
  }
  return {};
}

/// Whether a magnitude between two neighbours goes to the upper one. `discarded` holds the bits below the
/// lower neighbour's last one, left-aligned to bit 63; `sticky` says that more is below; `odd`, that the
/// lower one's code is odd.
bool rounds_up(const Rule& rule, std::uint64_t discarded, bool sticky, bool odd, bool negative,
               std::uint64_t random) {
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  const bool inexact = discarded != 0 || sticky;
  switch (rule.rounding) {
    case Rounding::nearest_even:
      return discarded > half || (discarded == half && (sticky || odd));
    case Rounding::nearest_away:
      return discarded >= half;
    case Rounding::toward_zero:
      return false;
    case Rounding::up:
      return inexact && !negative;
    case Rounding::down:
      return inexact && negative;
    case Rounding::stochastic: {
      const std::uint64_t limit = std::uint64_t{1} << rule.random_bits;
      return (discarded >> (64 - rule.random_bits)) + (random & (limit - 1)) >= limit;
    }
    case Rounding::e8m0_nearest_field:
    case Rounding::e8m0_up_field:
      break;  // encode_exponent_only
  }
  return false;
}

/// value in [2^e, 2^(e+1)), with `fraction` the bits below the leading one, left-aligned.
struct Normalised {
  int exponent;
  std::uint64_t fraction;
};

Normalised normalise(const Unpacked& v) {
  const int leading_zeros = std::countl_zero(v.significand);
  return {v.exponent + 63 - leading_zeros, leading_zeros >= 63 ? 0 : v.significand << (leading_zeros + 1)};
}

/// The significand's bits from `quantum` upwards are the lower neighbour; what is below decides.
struct Split {
  std::uint64_t kept;
  std::uint64_t discarded;  // left-aligned
  bool sticky;
};

Split split_at(const Unpacked& v, int quantum) {
  const int shift = quantum - v.exponent;
  if (shift <= 0) return {v.significand << -shift, 0, v.sticky};
  if (shift < 64) return {v.significand >> shift, v.significand << (64 - shift), v.sticky};
  if (shift == 64) return {0, v.significand, v.sticky};
  const int below = shift - 64;
  if (below >= 64) return {0, 0, true};
  return {0, v.significand >> below, v.sticky || (v.significand & Format::ones(below)) != 0};
}

Expected encode_exponent_only(const Format& to, const Unpacked& v, const Rule& rule, std::uint64_t random) {
  const Normalised n = normalise(v);
  const bool above = n.fraction != 0 || v.sticky;
  const int smallest = to.quantum_exponent();
  int exponent = n.exponent;
  Outcome outcome = Outcome::normal;
  if (exponent < smallest) {
    // There is no zero to round to: whatever the direction, the nearest code is the smallest.
    exponent = rule.rounding == Rounding::e8m0_up_field ? smallest + 1 : smallest;
    outcome = Outcome::underflow;
  } else if (rule.rounding == Rounding::e8m0_up_field && exponent == smallest) {
    ++exponent;
  } else if (rule.rounding == Rounding::e8m0_up_field) {
    exponent += above ? 1 : 0;
  } else if (rule.rounding == Rounding::e8m0_nearest_field) {
    const bool up = exponent == smallest ? above : n.fraction >= std::uint64_t{1} << 63;
    exponent += up ? 1 : 0;
  } else {
    const bool odd = ((exponent + to.bias) & 1) != 0;
    // The sign was dropped by the negative rule, so directions are those of a magnitude.
    exponent += rounds_up(rule, n.fraction, v.sticky, odd, false, random) ? 1 : 0;
  }
  const int field = exponent + to.bias;
  const auto code = static_cast<std::uint64_t>(field);
  if (code > max_finite_magnitude(to)) return encode_overflow(to, false, rule);
  return {code, outcome};
}

Expected encode_finite(const Format& to, const Unpacked& v, const Rule& rule, std::uint64_t random) {
  if (to.kind == FormatKind::exponent_only) return encode_exponent_only(to, v, rule, random);
  const Normalised n = normalise(v);
  // A value far above the range would overflow the shift below.
  const int largest_exponent = static_cast<int>(Format::ones(to.exponent_bits)) - to.bias;
  if (n.exponent > largest_exponent) return encode_overflow(to, v.negative, rule);

  const bool in_normal_range = n.exponent >= to.min_exponent();
  const int quantum = in_normal_range ? n.exponent - to.significand_bits : to.quantum_exponent();
  const Split s = split_at(v, quantum);
  const bool up = rounds_up(rule, s.discarded, s.sticky, (s.kept & 1) != 0, v.negative, random);
  // A carry out of the significand lands in the exponent field: the code sequence is contiguous across
  // binades.
  const std::uint64_t exponent_field =
      in_normal_range ? static_cast<std::uint64_t>(n.exponent - to.min_exponent()) : 0;
  const std::uint64_t rounded = (exponent_field << to.significand_bits) + s.kept + (up ? 1 : 0);

  const std::uint64_t magnitude = rounded << to.padding_bits;
  if (magnitude > max_finite_magnitude(to)) return encode_overflow(to, v.negative, rule);
  const std::uint64_t smallest_normal = std::uint64_t{1} << to.significand_bits;
  const bool keeps_sign = magnitude != 0 || to.has_negative_zero;
  const bool flushed = rule.subnormals == Subnormals::flushed && rounded != 0 && rounded < smallest_normal;
  if (magnitude == 0 || flushed) {
    return {with_sign(to, 0, v.negative && to.has_negative_zero),
            flushed ? Outcome::subnormal : Outcome::underflow};
  }
  return {with_sign(to, magnitude, v.negative && keeps_sign),
          rounded < smallest_normal ? Outcome::subnormal : Outcome::normal};
}

}  // namespace

Expected encode(const Format& to, const Unpacked& value, const Rule& rule, std::uint64_t random) {
  Unpacked v = value;
  if (v.number_class == NumberClass::nan) return encode_nan(to, v, rule);
  if (v.negative && !to.has_sign) {
    const bool below_zero = v.number_class != NumberClass::zero;
    if (below_zero && rule.negative == NegativeRule::nan)
      return {some_nan(to, false), Outcome::negative, true};
    v.negative = false;
    if (below_zero && rule.negative == NegativeRule::zero) {
      Expected zero = encode(to, {.number_class = NumberClass::zero}, rule);
      zero.outcome = Outcome::negative;
      return zero;
    }
  }
  switch (v.number_class) {
    case NumberClass::nan:
      break;
    case NumberClass::infinity:
      return encode_infinity(to, v.negative, rule);
    case NumberClass::finite:
      return encode_finite(to, v, rule, random);
    case NumberClass::zero:
      if (to.kind == FormatKind::exponent_only && rule.zero == ZeroRule::nan)
        return {some_nan(to, false), Outcome::zero, true};
      return {with_sign(to, 0, v.negative && to.has_negative_zero), Outcome::zero};
  }
  return {};
}

}  // namespace ulpgate
