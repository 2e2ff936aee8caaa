#pragma once
// A number that an implementation computes, as the exact number and how far from it the computed one can be.
//
// With |a' - a| <= e_a and |b' - b| <= e_b, the result of an operation on a' and b', rounded once, is off by
//   a + b   e_a + e_b                                 = e, and h(|a + b| + e)
//   a b     |a| e_b + |b| e_a + e_a e_b               = e, and h(|a b| + e)
//   a / b   (|a| e_b + |b| e_a) / (|b| (|b| - e_b))   = e, and h(|a / b| + e)     unbounded where e_b >= |b|
//   sqrt a  min(sqrt e_a, e_a / sqrt a)               = e, and h(sqrt a + e)
// h being half a unit in the last place (accumulator_error.h), underflow included. (sqrt: |sqrt a' - sqrt a|
// = |a' - a| / (sqrt a' + sqrt a), and at most sqrt |a' - a|; a' must not be negative.) A product that is
// fused with the sum that follows lacks its own rounding, so the bound holds for it too. Factors that are
// exactly 1 round nothing. N. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 3.3: running
// error analysis, here with exact numbers.
#include <cstdint>
#include <span>

#include "reference/bounds/accumulator_error.h"
#include "reference/exact/enclosure.h"

namespace ulpgate {

struct Tracked {
  Enclosure value;
  double error = 0;           ///< infinite where nothing is known
  bool may_overflow = false;  ///< somewhere on the way
};

class TrackedArithmetic {
 public:
  explicit TrackedArithmetic(const AccumulatorError& rounding) : rounding_(rounding) {}

  const AccumulatorError& rounding() const { return rounding_; }

  /// A given number, read into the format.
  Tracked read(double x) const;
  /// A number computed in another format, rounded into this one.
  Tracked convert(const Tracked& x) const;
  Tracked add(const Tracked& a, const Tracked& b) const;
  Tracked subtract(const Tracked& a, const Tracked& b) const;
  Tracked multiply(const Tracked& a, const Tracked& b) const;
  Tracked divide(const Tracked& a, const Tracked& b) const;
  Tracked square_root(const Tracked& a) const;
  /// A sum in any order: beside the terms' errors growth(n - 1) of the magnitudes.
  Tracked sum(std::span<const Tracked> terms) const;
  /// base^n for 0 <= base <= 1, by a function within `ulps`.
  Tracked power(const Tracked& base, std::int64_t n, double ulps) const;

  /// The one of two ways to the same number that can be farther off.
  static Tracked either(const Tracked& a, const Tracked& b);

 private:
  Tracked result(const Enclosure& value, double error, bool is_sum, bool overflows) const;

  AccumulatorError rounding_;
};

/// base^n, enclosed.
Enclosure integer_power(const Enclosure& base, std::int64_t n);

}  // namespace ulpgate
