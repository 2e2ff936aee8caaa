#pragma once
// Rational numbers that are never reduced: enough for the twins, which compare and seldom compute.
#include <boost/multiprecision/cpp_int.hpp>

namespace ulpgate {

struct Rational {
  using Integer = boost::multiprecision::cpp_int;

  Rational() = default;
  Rational(int value) : numerator(value) {}  // NOLINT(google-explicit-constructor): 2 * x reads as it should
  /// `above` / `below`; `below` must be positive.
  explicit Rational(const Integer& above, const Integer& below = 1) : numerator(above), denominator(below) {}
  static Rational power_of_two(int exponent);

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  /// `b` must be positive.
  friend Rational operator/(const Rational& a, const Rational& b);
  /// -1, 0, 1: below, equal, above.
  friend int compare(const Rational& a, const Rational& b);
  friend bool operator==(const Rational& a, const Rational& b) { return compare(a, b) == 0; }

  Integer numerator = 0;
  Integer denominator = 1;
};

}  // namespace ulpgate
