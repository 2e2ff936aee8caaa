#include "reference/exact/enclosure.h"

#include <cmath>
#include <limits>

namespace ulpgate {
namespace {

/// Below it an error of a product may not be a double any more.
constexpr double smallest_safe = 0x1p-960;
constexpr double ulp = 0x1p-52;

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
  return {p.high, p.low, radius};
}

}  // namespace

Enclosure product(double factor, double value) {
  const double high = factor * value;
  Enclosure p{high, std::fma(factor, value, -high), 0};
  if (high != 0 ? std::fabs(high) < smallest_safe : factor != 0 && value != 0) p.radius = 0x1p-1070;
  return p;
}

Enclosure times(const Enclosure& x, double factor) {
  if (factor == 1) return x;
  const Enclosure h = product(factor, x.high), l = product(factor, x.low);
  const Pair rest = two_sum(h.low, l.high);
  double radius = h.radius + l.radius + std::fabs(l.low) + std::fabs(factor) * x.radius;
  if (rest.low != 0) radius += std::fabs(rest.low);
  return tidy(h.high, rest.high, radius * (1 + 4 * ulp));
}

Enclosure plus(const Enclosure& x, const Enclosure& y) {
  const Pair high = two_sum(x.high, y.high);
  const Pair low = two_sum(x.low, y.low);
  const Pair rest = two_sum(high.low, low.high);
  const double radius = x.radius + y.radius + std::fabs(low.low) + std::fabs(rest.low);
  return tidy(high.high, rest.high, radius * (1 + 4 * ulp));
}

Interval widened(const Enclosure& x, double error) {
  const double reach = error + x.radius + std::fabs(x.low) * ulp;
  if (reach == 0 && x.low == 0) return {x.high, x.high};
  const double infinity = std::numeric_limits<double>::infinity();
  // Each of the sums below is off by at most half an ulp, so one step outwards each covers them.
  const double low = std::nextafter(x.high + std::nextafter(x.low - reach, -infinity), -infinity);
  const double high = std::nextafter(x.high + std::nextafter(x.low + reach, infinity), infinity);
  return {low, high};
}

}  // namespace ulpgate
