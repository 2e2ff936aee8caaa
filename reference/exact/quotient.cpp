#include "reference/exact/quotient.h"

#include <algorithm>

namespace ulpgate {

Unpacked quotient(const Exact& a, const Exact& b) {
  Unpacked q;
  q.negative = a.negative() != b.negative();
  const bool both_zero = a.is_zero() && b.is_zero(), both_infinite = !a.is_finite() && !b.is_finite();
  if (a.is_nan() || b.is_nan() || both_zero || both_infinite) {
    q.number_class = NumberClass::nan;
  } else if (!a.is_finite() || b.is_zero()) {
    q.number_class = NumberClass::infinity;
  } else if (!a.is_zero() && b.is_finite()) {
    q.number_class = NumberClass::finite;
    const auto bits = [](const Exact& x) {
      return static_cast<int>(boost::multiprecision::msb(x.significand()));
    };
    // The integer quotient has 63 or 64 bits.
    const int shift = 63 + bits(b) - bits(a);
    Exact::Integer above = a.significand(), below = b.significand(), whole, rest;
    above <<= std::max(shift, 0);
    below <<= std::max(-shift, 0);
    divide_qr(above, below, whole, rest);
    q.significand = static_cast<std::uint64_t>(whole);
    q.sticky = rest != 0;
    q.exponent = a.exponent() - b.exponent() - shift;
  }
  return q;
}

}  // namespace ulpgate
