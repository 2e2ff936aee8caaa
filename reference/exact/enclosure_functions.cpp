// exp and log of enclosures.
//
// Logarithms: where |t| < 17/16 2^-6, log(1 + t) = 2 (s + s^3 / 3 + s^5 / 5 + ...) with s = t / (2 + t), to
// s^15; |s| < 2^-6.8, so what is left out is below s^17 / 8 < 2^-111 |s|. Else a double y, from the C
// library, is a guess, and log(1 + t) = y + log(1 + e) with e = (1 + t) exp(-y) - 1: whatever y is, that is
// true, and where |e| is below 2^-40, log(1 + e) is e - e^2 / 2 within |e|^3. All roundings are in the radii
// that the arithmetic keeps.
#include <cmath>
#include <cstdlib>

#include "reference/exact/enclosure.h"
#include "reference/exact/exponential.h"
#include "reference/exact/exponential_table.h"

namespace ulpgate {
namespace {

constexpr Enclosure one{1, 0, 0};
/// Upper bound of e^r - 1 for r >= 0, and of 1 - e^-r.
double growth(double r) { return r > 0.5 ? std::exp(r) * 2 : r * (1 + r); }

Enclosure widen(Enclosure x, double by) {
  x.radius = (x.radius + by) * (1 + 0x1p-50);
  return x;
}

Enclosure small_logarithm_of_one_plus(const Enclosure& t) {
  if (largest_magnitude(t) > 0x1.1p-6) return anything();
  const Enclosure s = quotient(t, plus({2, 0, 0}, t));
  const Enclosure square = times(s, s);
  Enclosure sum{};
  for (int n = 15; n >= 3; n -= 2)
    sum = times(square, plus(sum, quotient(one, {static_cast<double>(n), 0, 0})));
  const Enclosure log = times(times(s, plus(one, sum)), 2);
  return widen(log, largest_magnitude(s) * 0x1p-111);
}

/// log(x) for x near e^y.
Enclosure logarithm_near(const Enclosure& x, double y) {
  const Enclosure e = minus(times(x, exponential({-y, 0, 0})), one);
  const double size = largest_magnitude(e);
  if (!(size < 0x1p-40)) return anything();
  const Enclosure rest = minus(e, times(times(e, e), 0.5));
  return plus({y, 0, 0}, widen(rest, size * size * size));
}

/// n ln 2, |n| up to 1100: the pair is within 2^-108.
Enclosure multiple_of_ln2(int n) {
  return widen(times(Enclosure{exp_kernels::ln2_high, exp_kernels::ln2_low, 0}, n), std::abs(n) * 0x1p-107);
}

}  // namespace

Enclosure lifted_exponential(const Enclosure& x) { return exponential(plus(x, multiple_of_ln2(lifted_by))); }

Enclosure exponential(const Enclosure& x) {
  if (x.high + x.radius < -746) return {0, 0, 0x1p-1074};  // e^-746 < 2^-1076
  if (!(x.radius < 1024) || x.high > 710 + x.radius) return anything();
  if (x.high < -largest_exponent) return scaled(lifted_exponential(x), -lifted_by);
  if (x.high > largest_exponent) {
    return scaled(exponential(minus(x, multiple_of_ln2(lifted_by))), lifted_by);
  }
  Enclosure e;
  exponentials(&x.high, &x.low, 1, &e.high, &e.low);
  e.radius = e.high * (exponential_error(std::fabs(x.high)) + growth(x.radius)) * (1 + 0x1p-50);
  return e.radius < HUGE_VAL ? e : anything();
}

Enclosure logarithm_of_one_plus(const Enclosure& x) {
  if (std::fabs(x.high) < 0x1p-6) return small_logarithm_of_one_plus(x);
  return logarithm(plus(one, x));
}

Enclosure logarithm(const Enclosure& x) {
  if (x.high <= 0 || smallest_magnitude(x) == 0) return anything();
  if (std::fabs(x.high - 1) < 0x1p-6) return small_logarithm_of_one_plus(minus(x, one));
  if (x.high >= 0x1p-60 && x.high <= 0x1p60) return logarithm_near(x, std::log(x.high));
  const int exponent = std::ilogb(x.high);
  // Exact: the factor is a power of two, in two steps where it is no double.
  const auto scale = [&](double part) { return std::scalbn(part, -exponent); };
  const Enclosure fraction{scale(x.high), scale(x.low), scale(x.radius) * (1 + 0x1p-50) + 0x1p-1074};
  return plus(multiple_of_ln2(exponent), logarithm_near(fraction, std::log(fraction.high)));
}

}  // namespace ulpgate
