#include "reference/twins/quotient.h"

namespace ulpgate {

Exact twin_quotient(const Exact& a, const Exact& b, int bits) {
  const bool negative = a.negative() != b.negative();
  const bool both_zero = a.is_zero() && b.is_zero(), both_infinite = !a.is_finite() && !b.is_finite();
  if (a.is_nan() || b.is_nan() || both_zero || both_infinite) return Exact::nan();
  if (!a.is_finite() || b.is_zero()) return Exact::infinity(negative);
  if (a.is_zero() || !b.is_finite()) return {negative, 0, 0};
  const auto divisor_bits = static_cast<int>(boost::multiprecision::msb(b.significand())) + 1;
  const int shift = bits + divisor_bits;
  Exact::Integer quotient, rest;
  divide_qr(Exact::Integer(a.significand() << shift), b.significand(), quotient, rest);
  if (rest != 0) quotient |= 1;
  return {negative, quotient, a.exponent() - b.exponent() - shift};
}

}  // namespace ulpgate
