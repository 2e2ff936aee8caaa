#include "reference/oracles/norm/root_ratio.h"

#include <algorithm>
#include <boost/multiprecision/integer.hpp>
#include <cmath>
#include <limits>

#include "reference/oracles/gemm/leading.h"

namespace ulpgate {
namespace {

using Integer = Exact::Integer;

int length(const Integer& positive) { return static_cast<int>(msb(positive)) + 1; }

struct Range {
  Exact low, high;  ///< magnitudes
};

/// |numerator| / sqrt(square) with about `bits` bits.
Range quotient_range(const Exact& numerator, const Exact& square, int bits) {
  const bool odd = square.exponent() % 2 != 0;
  const Integer d = square.significand() << (odd ? 1 : 0);
  const int half_exponent = (square.exponent() - (odd ? 1 : 0)) / 2;
  const Integer p2 = numerator.significand() * numerator.significand();
  const int k = std::max(0, bits + 1 - (length(p2) - length(d)) / 2);
  const Integer scaled = p2 << (2 * k);
  const Integer root = sqrt(Integer(scaled / d));
  const int exponent = numerator.exponent() - half_exponent - k;
  const bool exact = root * root * d == scaled;
  return {Exact(false, root, exponent), Exact(false, exact ? root : Integer(root + 1), exponent)};
}

/// A bound on |x| as a double, rounded upwards.
double upper(const Exact& x) {
  if (x.is_zero()) return 0;
  const double rounded = std::fabs(x.to_double());
  return std::nextafter(rounded, std::numeric_limits<double>::infinity());
}

Exact part(double x) { return Exact::from_double(x); }

}  // namespace

Enclosure enclosure_of(const Exact& value) {
  const products::Leading l = products::leading(value);
  return {l.high, l.low, products::radius_of(l.low, l.flags)};
}

Enclosure root_ratio(const Exact& numerator, const Exact& square, const Exact& addend, int bits) {
  if (numerator.is_zero()) return enclosure_of(addend);
  const bool opposite = !addend.is_zero() && numerator.negative() != addend.negative();
  if (opposite && numerator * numerator == addend * addend * square) return {};
  bits = std::min(bits, 100);
  for (int precision = bits + 16;; precision *= 2) {
    Range range = quotient_range(numerator, square, precision);
    if (numerator.negative()) range = {-range.high, -range.low};
    range = {range.low + addend, range.high + addend};
    const Enclosure middle = enclosure_of(range.low);
    if (std::isinf(middle.radius)) return middle;
    const Exact known = part(middle.high) + part(middle.low);
    const double radius = std::max(upper(range.low - known), upper(range.high - known));
    const Enclosure result{middle.high, middle.low, radius};
    // |value| is above 0.99 * |high|.
    if (radius <= 0.99 * std::ldexp(std::fabs(middle.high), -bits) || radius <= 0x1p-1073) return result;
  }
}

}  // namespace ulpgate
