#pragma once
// Real numbers enclosed by pairs of doubles: arithmetic of about 100 bits that knows its own error.
//
// Every function's result contains the exact result of the same function on every real number that its
// operands contain. Where doubles cannot tell (overflow, a divisor that may be 0, the root of what may be
// negative), radius is infinite; where a part underflows, radius says by how much. Radii are rounded
// upwards by factors of 1 + 2^-50 a term, which cover the roundings of their own evaluation. Operands are
// finite or have an infinite radius.
//
// Sums and products of doubles are taken apart without error (Knuth's two-sum; Dekker's product, by fma
// where there is one), so what is dropped is known exactly, and radii are those of the data, not worst
// cases. The functions' relative errors are bounded with their derivations in enclosure.cpp and
// exponential.h.
#include <cstdint>

namespace ulpgate {

/// |value - (high + low)| <= radius. Of a result here, high is high + low rounded to nearest.
struct Enclosure {
  double high = 0;
  double low = 0;
  double radius = 0;
};

/// An enclosure that says nothing.
Enclosure anything();

Enclosure negated(const Enclosure& x);
/// enclosure * factor, enclosure + enclosure. Where the parts fit, radius stays 0.
Enclosure times(const Enclosure& x, double factor);
Enclosure times(const Enclosure& x, const Enclosure& y);
Enclosure plus(const Enclosure& x, const Enclosure& y);
Enclosure minus(const Enclosure& x, const Enclosure& y);
/// factor * value, both doubles.
Enclosure product(double factor, double value);
/// Relative error of the operation itself below 2^-96, as of the next two.
Enclosure quotient(const Enclosure& x, const Enclosure& y);
Enclosure square_root(const Enclosure& x);
Enclosure reciprocal_square_root(const Enclosure& x);
/// value * 2^exponent, |exponent| <= 1000: what does not fit below double's normal numbers is in the radius,
/// a unit of 2^-1074 or two.
Enclosure scaled(const Enclosure& x, int exponent);
/// e^x: relative error below 2^-96; below double's normal numbers that and two units of 2^-1074; above its
/// range a radius that covers it.
Enclosure exponential(const Enclosure& x);
/// e^x 2^1000, for what is multiplied before it is scaled back. Of x in [-746, 17].
inline constexpr int lifted_by = 1000;
Enclosure lifted_exponential(const Enclosure& x);
/// log(x) for x > 0, log(1 + x) for x > -1: relative error below 2^-90, near the zero of either too.
Enclosure logarithm(const Enclosure& x);
Enclosure logarithm_of_one_plus(const Enclosure& x);

/// Largest and smallest magnitude that an enclosure contains, rounded outwards.
double largest_magnitude(const Enclosure& x);
double smallest_magnitude(const Enclosure& x);

/// Lower and upper end of [x - error, x + error], rounded outwards by less than 2^-51 of the larger of |x|
/// and error.
struct Interval {
  double low = 0;
  double high = 0;
};
Interval widened(const Enclosure& x, double error);

}  // namespace ulpgate
