#include "reference/exact/enclosure.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpgate {
namespace {

/// Below it an error of a product may not be a double any more.
constexpr double smallest_safe = 0x1p-960;
constexpr double underflow = 0x1p-1070;
constexpr double ulp = 0x1p-52;
/// Covers the roundings of a radius of a few terms.
constexpr double outwards = 1 + 8 * ulp;
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Pair {
  double high, low;
};

Pair two_sum(double a, double b) {
  const double s = a + b;
  const double of_b = s - a;
  return {s, (a - (s - of_b)) + (b - of_b)};
}

Enclosure tidy(double high, double low, double radius) {
  const Pair p = two_sum(high, low);
  // Also where a part is infinite or NaN.
  if (!(std::fabs(p.high) + std::fabs(p.low) + radius < infinity)) return anything();
  return {p.high, p.low, radius};
}

/// A product or quotient that is an error, and not 0 where that underflows.
double error_of(double product, bool is_zero) { return is_zero ? 0 : product + 0x1p-1074; }

bool is_exactly_zero(const Enclosure& x) { return x.high == 0 && x.low == 0 && x.radius == 0; }

}  // namespace

Enclosure anything() { return {0, 0, infinity}; }

Enclosure negated(const Enclosure& x) { return {-x.high, -x.low, x.radius}; }

double largest_magnitude(const Enclosure& x) {
  return (std::fabs(x.high) + std::fabs(x.low) + x.radius) * outwards;
}

double smallest_magnitude(const Enclosure& x) {
  return std::max(0.0, std::fabs(x.high) * (1 - 2 * ulp) - (std::fabs(x.low) + x.radius) * outwards);
}

// The high part is rounded to where it lands; what it loses there is a double and joins the low part. Only
// the low part's own rounding is lost: half a unit of 2^-1074, as is that of the radius.
Enclosure scaled(const Enclosure& x, int exponent) {
  const double high = std::ldexp(x.high, exponent);
  if (!(std::fabs(high) < infinity)) return anything();
  const Pair rest = two_sum(x.high - std::ldexp(high, -exponent), x.low);
  const double low = std::ldexp(rest.high, exponent);
  const double lost = std::fabs(rest.high - std::ldexp(low, -exponent)) + std::fabs(rest.low) + x.radius;
  return tidy(high, low, lost == 0 ? 0 : std::ldexp(lost * outwards, exponent) + 0x1p-1074);
}

Enclosure product(double factor, double value) {
  const double high = factor * value;
  Enclosure p{high, std::fma(factor, value, -high), 0};
  if (high != 0 ? std::fabs(high) < smallest_safe : factor != 0 && value != 0) p.radius = underflow;
  return p;
}

Enclosure times(const Enclosure& x, double factor) {
  if (factor == 1) return x;
  const Enclosure h = product(factor, x.high), l = product(factor, x.low);
  const Pair rest = two_sum(h.low, l.high);
  double radius = h.radius + l.radius + std::fabs(l.low) +
                  error_of(std::fabs(factor) * x.radius, factor == 0 || x.radius == 0);
  if (rest.low != 0) radius += std::fabs(rest.low);
  return tidy(h.high, rest.high, radius * outwards);
}

Enclosure times(const Enclosure& x, const Enclosure& y) {
  if (is_exactly_zero(x) || is_exactly_zero(y)) return {};
  if (y.low == 0 && y.radius == 0) return times(x, y.high);
  if (x.low == 0 && x.radius == 0) return times(y, x.high);
  const Enclosure p = product(x.high, y.high);
  // The two middle products, their sum and its sum with p.low are rounded; low * low is left out.
  const double a = x.high * y.low, b = x.low * y.high;
  const double middle = a + b;
  const double rest = p.low + middle;
  const double rounded = std::fabs(a) + std::fabs(b) + std::fabs(middle) + std::fabs(rest);
  double radius = p.radius + rounded * (ulp / 2) + std::fabs(x.low * y.low) +
                  error_of(x.radius * (std::fabs(y.high) + std::fabs(y.low) + y.radius) +
                               y.radius * (std::fabs(x.high) + std::fabs(x.low)),
                           x.radius == 0 && y.radius == 0);
  if (std::fabs(p.high) < smallest_safe) radius += 8 * underflow;
  return tidy(p.high, rest, radius * outwards);
}

Enclosure plus(const Enclosure& x, const Enclosure& y) {
  const Pair high = two_sum(x.high, y.high);
  const Pair low = two_sum(x.low, y.low);
  const Pair rest = two_sum(high.low, low.high);
  const double radius = x.radius + y.radius + std::fabs(low.low) + std::fabs(rest.low);
  return tidy(high.high, rest.high, radius * outwards);
}

Enclosure minus(const Enclosure& x, const Enclosure& y) { return plus(x, negated(y)); }

// Both parts of the quotient are guesses; what they leave of x, divided by y, is the error.
Enclosure quotient(const Enclosure& x, const Enclosure& y) {
  const double divisor = smallest_magnitude(y);
  if (divisor == 0) return anything();
  const double first = x.high / y.high;
  if (!(std::fabs(first) < infinity)) return anything();
  const Enclosure rest = minus(x, times(y, first));
  const double second = rest.high / y.high;
  const Enclosure last = minus(rest, times(y, second));
  const double left = largest_magnitude(last);
  return tidy(first, second, error_of(left / divisor * outwards, left == 0) + std::fabs(second) * ulp * ulp);
}

// sqrt(x) - s = (x - s^2) / (sqrt(x) + s).
Enclosure square_root(const Enclosure& x) {
  if (is_exactly_zero(x)) return {};
  if (x.high <= 0 || smallest_magnitude(x) == 0) return anything();
  const double first = std::sqrt(x.high);
  const Enclosure rest = minus(x, product(first, first));
  const double second = rest.high / (2 * first);
  const Enclosure last = minus(minus(rest, times(product(first, second), 2)), product(second, second));
  const double left = largest_magnitude(last);
  return tidy(first, second, error_of(left / first * outwards, left == 0) + std::fabs(second) * ulp * ulp);
}

// With u = 2^-53, x = h + l and r = 1 / sqrt(h) rounded twice, r^2 = p + p' without error, h p = q + q' too:
// e = 1 - x r^2 is at most 5.1 u, and 1 / sqrt(x) = r (1 - e)^(-1/2) = r (1 + e / 2) with a rest of 10 u^2 r.
// e is (1 - q) - q' - (h p' + l p): 1 - q, at most 7 u, is exact (Sterbenz), the others are at most 1.1 u
// each. Roundings: 8 u^2 of the first difference, 4 u^2 of the products and their sum, 10.1 u^2 of the last;
// l p' < 1.1 u^2 is left out. Half of that, the rest, and 2.6 u^2 of r e / 2: below 25 u^2 < 2^-101. What x
// may be off by, as a share t < 1/4 of x: (1 - t)^(-1/2) - 1 < t.
Enclosure reciprocal_square_root(const Enclosure& x) {
  const double share = x.radius / smallest_magnitude(x);
  if (!(x.high > 0x1p-900 && x.high < 0x1p900 && share < 0.25)) return quotient({1, 0, 0}, square_root(x));
  const double r = 1 / std::sqrt(x.high);
  const Enclosure p = product(r, r), q = product(x.high, p.high);
  const double e = ((1 - q.high) - q.low) - (x.high * p.low + x.low * p.high);
  return tidy(r, r * (e / 2), r * (0x1p-101 + share) * outwards);
}

Interval widened(const Enclosure& x, double error) {
  const double reach = error + x.radius + std::fabs(x.low) * ulp;
  if (reach == 0 && x.low == 0) return {x.high, x.high};
  // Each of the sums below is off by at most half an ulp, so one step outwards each covers them.
  const double low = std::nextafter(x.high + std::nextafter(x.low - reach, -infinity), -infinity);
  const double high = std::nextafter(x.high + std::nextafter(x.low + reach, infinity), infinity);
  return {low, high};
}

}  // namespace ulpgate
