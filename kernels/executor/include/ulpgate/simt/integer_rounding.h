#pragma once
// Between formats and integers, and within a format to integral values; every direction, exact.
#include <limits>
#include <type_traits>

#include "ulpgate/simt/rounding.h"

namespace simt::arithmetic {

template <class L, class Integer>
SIMT_FUNCTION typename L::Bits from_integer(Integer x, Rounding rounding) {
  if (x == 0) return 0;
  const bool negative = x < 0;
  const auto bits = static_cast<std::uint64_t>(x);
  return encode<L>(Value<std::uint64_t>{negative, 0, negative ? 0 - bits : bits}, rounding);
}

/// The nearest integer in that direction, or the nearest end of Integer's range. A NaN becomes what PTX's cvt
/// makes of it: the highest bit alone where either side has 64 bits, else zero.
template <class L, class Integer>
SIMT_FUNCTION Integer to_integer(typename L::Bits code, Rounding rounding) {
  using Limits = std::numeric_limits<Integer>;
  if (is_nan<L>(code)) {
    constexpr bool wide = sizeof(Integer) == 8 || sizeof(typename L::Bits) == 8;
    constexpr auto highest = std::make_unsigned_t<Integer>{1} << (sizeof(Integer) * 8 - 1);
    return wide ? static_cast<Integer>(highest) : Integer{0};
  }
  const bool negative = is_negative<L>(code);
  const Integer end = negative ? Limits::min() : Limits::max();
  if (is_infinity<L>(code)) return end;
  const auto value = decode<L, std::uint64_t>(code);
  std::uint64_t magnitude = 0;
  if (value.exponent < 0) {
    magnitude = shift_right(value.significand, -value.exponent, negative, rounding);
  } else {
    if (value.exponent + width(value.significand) > 64) return end;
    magnitude = value.significand << value.exponent;
  }
  const std::uint64_t limit =
      negative ? 0 - static_cast<std::uint64_t>(Limits::min()) : static_cast<std::uint64_t>(Limits::max());
  if (magnitude > limit) return end;
  return static_cast<Integer>(negative ? 0 - magnitude : magnitude);
}

template <class L>
SIMT_FUNCTION typename L::Bits to_integral(typename L::Bits code, Rounding rounding) {
  if (is_nan<L>(code)) return L::nan;
  if (is_infinity<L>(code) || is_zero<L>(code)) return code;
  const auto value = decode<L, std::uint64_t>(code);
  if (value.exponent >= 0) return code;
  const std::uint64_t magnitude = shift_right(value.significand, -value.exponent, value.negative, rounding);
  if (magnitude == 0) return with_sign<L>(0, value.negative);
  return encode<L>(Value<std::uint64_t>{value.negative, 0, magnitude}, Rounding::toward_zero);
}

template <class To, class From>
SIMT_FUNCTION typename To::Bits convert(typename From::Bits code, Rounding rounding) {
  if (is_nan<From>(code)) return To::nan;
  const bool negative = is_negative<From>(code);
  if (is_infinity<From>(code)) return with_sign<To>(To::infinity, negative);
  if (is_zero<From>(code)) return with_sign<To>(0, negative);
  return encode<To>(decode<From, std::uint64_t>(code), rounding);
}

}  // namespace simt::arithmetic
