#pragma once
// Sum, product, quotient and roots of codes: exact up to the one rounding asked for, special values as IEEE
// 754 has them, subnormals kept.
#include "ulpgate/simt/rounding.h"

namespace simt::arithmetic {

/// Moved so that the leading bit is the second highest.
template <class Significand>
SIMT_FUNCTION Value<Significand> normalised(const Value<Significand>& value) {
  const int shift = static_cast<int>(sizeof(Significand)) * 8 - 1 - width(value.significand);
  return {value.negative, value.exponent - shift, static_cast<Significand>(value.significand << shift)};
}

/// Neither summand is zero; the sum may be (significand 0). Exact, but for a lowest bit that stands for lost
/// ones: bits are lost only where the exponents are far apart, and then no more than one leading bit cancels.
template <class Significand>
SIMT_FUNCTION Value<Significand> sum(const Value<Significand>& a, const Value<Significand>& b) {
  Value<Significand> large = normalised(a);
  Value<Significand> small = normalised(b);
  if (large.exponent < small.exponent ||
      (large.exponent == small.exponent && large.significand < small.significand)) {
    const Value<Significand> other = large;
    large = small;
    small = other;
  }
  const int shift = large.exponent - small.exponent;
  Significand aligned = 1;
  if (shift < static_cast<int>(sizeof(Significand)) * 8) {
    aligned = small.significand >> shift;
    aligned |= static_cast<Significand>((aligned << shift) != small.significand);
  }
  large.significand =
      large.negative == small.negative ? large.significand + aligned : large.significand - aligned;
  return large;
}

/// a * b + c, rounded once.
template <class L>
SIMT_FUNCTION typename L::Bits multiply_add(typename L::Bits a, typename L::Bits b, typename L::Bits c,
                                            Rounding rounding) {
  using Significand = typename L::Exact;
  if (is_nan<L>(a) || is_nan<L>(b) || is_nan<L>(c)) return L::nan;
  const bool negative = is_negative<L>(a) != is_negative<L>(b);
  if (is_infinity<L>(a) || is_infinity<L>(b)) {
    const bool invalid =
        is_zero<L>(a) || is_zero<L>(b) || (is_infinity<L>(c) && is_negative<L>(c) != negative);
    return invalid ? L::nan : with_sign<L>(L::infinity, negative);
  }
  if (is_infinity<L>(c)) return c;
  const bool zero_is_negative = rounding == Rounding::down;
  if (is_zero<L>(a) || is_zero<L>(b)) {
    if (!is_zero<L>(c)) return c;
    return with_sign<L>(0, negative == is_negative<L>(c) ? negative : zero_is_negative);
  }
  const auto x = decode<L>(a);
  const auto y = decode<L>(b);
  const Value<Significand> product{negative, x.exponent + y.exponent, x.significand * y.significand};
  if (is_zero<L>(c)) return encode<L>(product, rounding);
  const auto result = sum(product, decode<L>(c));
  if (result.significand == 0) return with_sign<L>(0, zero_is_negative);
  return encode<L>(result, rounding);
}

template <class L>
SIMT_FUNCTION typename L::Bits add(typename L::Bits a, typename L::Bits b, Rounding rounding) {
  return multiply_add<L>(a, L::one, b, rounding);
}

template <class L>
SIMT_FUNCTION typename L::Bits subtract(typename L::Bits a, typename L::Bits b, Rounding rounding) {
  return multiply_add<L>(a, L::one, static_cast<typename L::Bits>(b ^ L::sign_mask), rounding);
}

template <class L>
SIMT_FUNCTION typename L::Bits multiply(typename L::Bits a, typename L::Bits b, Rounding rounding) {
  // A zero of the product's sign: it changes no product, not even one that is zero.
  const auto zero = static_cast<typename L::Bits>((a ^ b) & L::sign_mask);
  return multiply_add<L>(a, b, zero, rounding);
}

template <class L>
SIMT_FUNCTION typename L::Bits divide(typename L::Bits a, typename L::Bits b, Rounding rounding) {
  using Significand = typename L::Exact;
  if (is_nan<L>(a) || is_nan<L>(b)) return L::nan;
  const bool negative = is_negative<L>(a) != is_negative<L>(b);
  if (is_infinity<L>(a)) return is_infinity<L>(b) ? L::nan : with_sign<L>(L::infinity, negative);
  if (is_infinity<L>(b)) return with_sign<L>(0, negative);
  if (is_zero<L>(b)) return is_zero<L>(a) ? L::nan : with_sign<L>(L::infinity, negative);
  if (is_zero<L>(a)) return with_sign<L>(0, negative);
  const auto x = normalised(decode<L>(a));
  const auto y = decode<L>(b);
  Significand quotient = x.significand / y.significand;
  quotient |= static_cast<Significand>(quotient * y.significand != x.significand);
  return encode<L>(Value<Significand>{negative, x.exponent - y.exponent, quotient}, rounding);
}

/// floor(sqrt(x)), a binary digit at a time.
template <class Integer>
SIMT_FUNCTION Integer integer_root(Integer x) {
  Integer root = 0;
  Integer rest = x;
  for (Integer bit = Integer{1} << (x == 0 ? 0 : (width(x) - 1) & ~1); bit != 0; bit >>= 2) {
    if (rest >= root + bit) {
      rest -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
  }
  return root;
}

template <class L>
SIMT_FUNCTION typename L::Bits square_root(typename L::Bits a, Rounding rounding) {
  using Significand = typename L::Exact;
  if (is_nan<L>(a)) return L::nan;
  if (is_zero<L>(a)) return a;
  if (is_negative<L>(a)) return L::nan;
  if (is_infinity<L>(a)) return a;
  auto x = normalised(decode<L>(a));
  if (x.exponent % 2 != 0) {
    x.significand <<= 1;
    --x.exponent;
  }
  Significand root = integer_root(x.significand);
  root |= static_cast<Significand>(root * root != x.significand);
  return encode<L>(Value<Significand>{false, x.exponent / 2, root}, rounding);
}

/// 1 / sqrt(a), for formats of at most 24 bits.
template <class L>
SIMT_FUNCTION typename L::Bits reciprocal_square_root(typename L::Bits a, Rounding rounding) {
  static_assert(L::precision <= 24);
  if (is_nan<L>(a)) return L::nan;
  if (is_zero<L>(a)) return with_sign<L>(L::infinity, is_negative<L>(a));
  if (is_negative<L>(a)) return L::nan;
  if (is_infinity<L>(a)) return 0;
  // sqrt(2^power / x), where power and x's exponent are even.
  auto x = decode<L>(a);
  if (x.exponent % 2 != 0) {
    x.significand <<= 1;
    --x.exponent;
  }
  constexpr int power = 80;
  const Wide numerator = Wide{1} << power;
  const Wide quotient = numerator / x.significand;
  Wide root = integer_root(quotient);
  root |= static_cast<Wide>(root * root * x.significand != numerator);
  return encode<L>(Value<Wide>{false, -(power + x.exponent) / 2, root}, rounding);
}

}  // namespace simt::arithmetic
