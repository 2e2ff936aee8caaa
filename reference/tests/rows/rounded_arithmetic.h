#pragma once
// A right implementation's arithmetic: operations in double, each rounded to a narrower format.
//
// Of formats of up to 24 bits, sums, products and quotients are rounded once as if exact, since 53 bits are
// at least twice theirs and two more (Figueroa, When is double rounding innocuous?, 1995). Functions are off
// by up to the ulps that are claimed, to either side as `lean` says.
#include <algorithm>
#include <cmath>

#include "reference/formats/format.h"

namespace ulpgate {

class RoundedArithmetic {
 public:
  RoundedArithmetic(const Format& format, bool flushes)
      : precision_(format.precision()),
        smallest_normal_(std::ldexp(1.0, format.min_exponent())),
        quantum_(std::ldexp(1.0, format.quantum_exponent())),
        largest_(std::ldexp(2 - std::ldexp(1.0, 1 - format.precision()), format.bias)),
        flushes_(flushes) {}

  double round(double x) const {
    if (precision_ == 53 || x == 0 || !std::isfinite(x)) return x;
    const double magnitude = std::fabs(x);
    if (flushes_ && magnitude < smallest_normal_) return 0;
    const double unit = magnitude < smallest_normal_ ? quantum_ : ulp(magnitude);
    const double rounded = std::nearbyint(x / unit) * unit;
    if (std::fabs(rounded) > largest_) return std::copysign(HUGE_VAL, x);
    return rounded;
  }
  double ulp(double x) const {
    const double magnitude = std::max(std::fabs(x), smallest_normal_);
    return std::ldexp(1.0, std::ilogb(magnitude) + 1 - precision_);
  }
  /// A value of the format within ulps of x: the farthest below (lean -1), above (1), or the nearest (0).
  double lean(double x, double ulps, int lean) const {
    if (lean == 0 || x == 0 || !std::isfinite(x) || precision_ == 53) return round(x);
    const double unit = ulp(x), end = x + lean * ulps * unit;
    double result = round(lean > 0 ? std::floor(end / unit) * unit : std::ceil(end / unit) * unit);
    if (std::fabs(result - x) > ulps * unit && !(flushes_ && result == 0)) result = round(x);
    return result;
  }
  double add(double a, double b) const { return round(a + b); }
  double subtract(double a, double b) const { return round(a - b); }
  double multiply(double a, double b) const { return round(a * b); }
  double divide(double a, double b) const { return round(a / b); }
  double fused(double a, double b, double c) const { return round(std::fma(a, b, c)); }

 private:
  int precision_;
  double smallest_normal_, quantum_, largest_;
  bool flushes_;
};

}  // namespace ulpgate
