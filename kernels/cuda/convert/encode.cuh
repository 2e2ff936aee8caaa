#pragma once
// Numbers to codes: one rounding, and what the rule says where the field disagrees. Codes come without
// padding.
#include "kernels/cuda/convert/decode.cuh"
#include "reference/formats/rule.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

template <class To>
__device__ __forceinline__ std::uint64_t with_sign(std::uint64_t code, bool negative) {
  return negative ? code | To::sign_bit : code;
}

template <class To, class Word>
__device__ __forceinline__ std::uint64_t encode_nan(const Number<Word>& n, const Rule& rule) {
  switch (rule.nan) {
    case NanRule::code:
      return rule.nan_code >> To::padding_bits;
    case NanRule::code_signed:
      return with_sign<To>(rule.nan_code >> To::padding_bits, n.negative);
    case NanRule::payload:
      // With a shift by all bits of the word there is no payload, and no such rule.
      if constexpr (To::nans == NanCodes::ieee)
        return with_sign<To>(To::quiet_nan | n.significand >> (bits_of<Word> - To::significand_bits),
                             n.negative);
      break;
    case NanRule::max_positive:
      return To::largest;
    case NanRule::max_signed:
      return with_sign<To>(To::largest, n.negative);
    case NanRule::zero_flipped_sign:
      return with_sign<To>(0, !n.negative);
    case NanRule::any:
      break;
  }
  return with_sign<To>(To::quiet_nan, n.negative);
}

template <class To>
__device__ __forceinline__ std::uint64_t encode_infinity(bool negative, const Rule& rule) {
  const std::uint64_t magnitude = rule.infinity == InfinityRule::infinity   ? To::infinity
                                  : rule.infinity == InfinityRule::saturate ? To::largest
                                                                            : To::quiet_nan;
  return with_sign<To>(magnitude, negative);
}

template <class To>
__device__ __forceinline__ std::uint64_t encode_overflow(bool negative, const Rule& rule) {
  const bool stays_finite =
      rule.rounding == Rounding::toward_zero || rule.rounding == (negative ? Rounding::up : Rounding::down);
  const bool largest =
      rule.overflow == Overflow::saturate || (rule.overflow == Overflow::infinity && stays_finite);
  const std::uint64_t magnitude = largest                               ? To::largest
                                  : rule.overflow == Overflow::infinity ? To::infinity
                                                                        : To::quiet_nan;
  return with_sign<To>(magnitude, negative);
}

/// Whether what lies between two neighbours, `rest` of the distance above the lower one as a fraction of the
/// word's range, goes to the upper one, in magnitude.
template <class Word>
__device__ __forceinline__ bool rounds_up(Rounding rounding, Word rest, bool odd, bool negative) {
  constexpr Word half = Word{1} << (bits_of<Word> - 1);
  switch (rounding) {
    case Rounding::nearest_even:
      return rest > half || (rest == half && odd);
    case Rounding::nearest_away:
      return rest >= half;
    case Rounding::up:
      return rest != 0 && !negative;
    case Rounding::down:
      return rest != 0 && negative;
    default:
      return false;
  }
}

/// e8m0: whatever is below the smallest power of two becomes that.
template <class To, class Word>
__device__ __forceinline__ std::uint64_t encode_power(const Number<Word>& n, const Rule& rule) {
  if (n.exponent < To::min_exponent) return 0;
  const int field = n.exponent - To::min_exponent;
  const Word rest = n.significand << 1;
  const int code = field + (rounds_up(rule.rounding, rest, (field & 1) != 0, false) ? 1 : 0);
  if (code > static_cast<int>(To::largest)) return encode_overflow<To>(false, rule);
  return static_cast<std::uint64_t>(code);
}

template <class To, class Steps, class Word>
__device__ __forceinline__ std::uint64_t encode_finite(const Number<Word>& n, const Rule& rule) {
  constexpr int m = To::significand_bits;
  constexpr int largest_exponent = To::min_exponent + (1 << To::exponent_bits) - 1;
  if (n.exponent > largest_exponent) return encode_overflow<To>(n.negative, rule);

  // A subnormal result loses one more bit for each binade that it lies below the normal numbers.
  const bool normal = n.exponent >= To::min_exponent;
  const int drop = bits_of<Word> - 1 - m + (normal ? 0 : To::min_exponent - n.exponent);
  const Word kept = drop < bits_of<Word> ? n.significand >> drop : 0;
  const Word rest = Steps::rest(n.significand, drop);
  const bool up = rounds_up(rule.rounding, rest, (kept & 1) != 0, n.negative);
  // The leading one of a normal number counts as one exponent, and so does a carry out of the significand.
  const Word binades = normal ? static_cast<Word>(n.exponent - To::min_exponent) : 0;
  const Word magnitude = (binades << m) + kept + (up ? 1 : 0);
  if (magnitude > static_cast<Word>(To::largest)) return encode_overflow<To>(n.negative, rule);
  const bool flushed = rule.subnormals == Subnormals::flushed && (magnitude >> m) == 0;
  if (magnitude == 0 || flushed) return with_sign<To>(0, n.negative && To::has_negative_zero);
  return with_sign<To>(magnitude, n.negative);
}

template <class To, class Steps, class Word>
__device__ __forceinline__ std::uint64_t encode(Number<Word> n, const Rule& rule) {
  if (n.number_class == NumberClass::nan) return encode_nan<To>(n, rule);
  if constexpr (!To::has_sign) {
    if (n.negative && n.number_class != NumberClass::zero) {
      if (rule.negative == NegativeRule::nan) return To::quiet_nan;
      if (rule.negative == NegativeRule::zero) n.number_class = NumberClass::zero;
    }
    n.negative = false;
  }
  if (n.number_class == NumberClass::infinity) return encode_infinity<To>(n.negative, rule);
  if (n.number_class == NumberClass::zero) {
    if constexpr (To::kind == FormatKind::exponent_only)
      return rule.zero == ZeroRule::nan ? To::quiet_nan : 0;
    return with_sign<To>(0, n.negative && To::has_negative_zero);
  }
  if constexpr (To::kind == FormatKind::exponent_only) {
    return encode_power<To>(n, rule);
  } else {
    return encode_finite<To, Steps>(n, rule);
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
