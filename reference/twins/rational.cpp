#include "reference/twins/rational.h"

namespace ulpgate {

Rational Rational::power_of_two(int exponent) {
  Rational result(1);
  if (exponent < 0) {
    result.denominator <<= -exponent;
  } else {
    result.numerator <<= exponent;
  }
  return result;
}

Rational operator+(const Rational& a, const Rational& b) {
  Rational sum;
  sum.numerator = a.numerator * b.denominator + b.numerator * a.denominator;
  sum.denominator = a.denominator * b.denominator;
  return sum;
}

Rational operator-(const Rational& a, const Rational& b) {
  Rational difference;
  difference.numerator = a.numerator * b.denominator - b.numerator * a.denominator;
  difference.denominator = a.denominator * b.denominator;
  return difference;
}

Rational operator*(const Rational& a, const Rational& b) {
  Rational product;
  product.numerator = a.numerator * b.numerator;
  product.denominator = a.denominator * b.denominator;
  return product;
}

Rational operator/(const Rational& a, const Rational& b) {
  Rational quotient;
  quotient.numerator = a.numerator * b.denominator;
  quotient.denominator = a.denominator * b.numerator;
  return quotient;
}

int compare(const Rational& a, const Rational& b) {
  const Rational::Integer left = a.numerator * b.denominator;
  const Rational::Integer right = b.numerator * a.denominator;
  const int order = left.compare(right);
  return (order > 0 ? 1 : 0) - (order < 0 ? 1 : 0);
}

}  // namespace ulpgate
