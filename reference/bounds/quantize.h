#pragma once
// The bound of a whole round trip: how far what is dequantized may lie from x.
//
// x is multiplied by the factor f, t = x f (1 + d), |d| <= 2^-24, and 2^-150 where t is subnormal; t goes to
// a code q, off by at most half a unit of the element format at t, or by what lies beyond its largest number
// m:
//   |q - t| <= r = max(2^-p |t|, 2^(z - 1)) + max(0, |t| - m),
// p the format's precision, 2^z its smallest number. Stochastic rounding takes either neighbour: twice the
// first term. With s, what a unit of the codes is worth, a real number, q s - x = x (f s - 1) + (q - x f) s,
// so that
//   |q s - x| <= |x| |f s - 1| + (|x f| 2^-24 + 2^-150 + r) |s|.
// Where x is divided by f, x / f takes the place of x f, and s / f that of f s. k rounded fp32 steps from q s
// to y: ((1 + 2^-24)^k - 1) |q s| and k 2^-150 more. f s is 1 for powers of two, and what the roundings of f
// and s leave otherwise; nvfp4 may clamp f, whose whole error is then in the first term.
//
// Where a recipe flushes, a subnormal x or f makes t a zero, which leaves all of x, and t may lose 2^-126 in
// the place of 2^-150; a cast that flushes may lose its format's smallest normal number in the place of
// 2^(z - 1). 0 makes 0.
//
// Evaluated in fp64, rounded up by 1 + 2^-40 for its own two dozen operations (Higham, 3.1:
// (1 + 2^-53)^24); nothing cancels, for f s - 1 and s / f - 1 are one rounding of the exact difference, or
// the quotient of one.
#include "reference/oracles/quantize/block_scale.h"

namespace ulpgate {

struct RoundTrip {
  const quantize::Recipe* recipe;
  float factor;   ///< what x is multiplied with, or divided by
  double scale;   ///< what a unit of the codes is worth: at most 29 bits, so that f s is exact in 53
  int steps = 0;  ///< rounded fp32 operations of dequantization, which does not flush
};

/// Infinite where the recipe does not say that it keeps x: x, f or s is not finite, t lies beyond the largest
/// number and does not saturate, or f = 0 divides.
double round_trip_bound(const RoundTrip& trip, float x);

/// What a unit of the codes is worth to who decodes them without an error: the stored scale, times the fp32
/// inverse of the tensor's of nvfp4, times amax / 2688 as torchao has it; of a given scale its fp32 inverse,
/// or, where it divides, the scale itself. NaN for a stored NaN.
double code_unit(const quantize::Recipe& recipe, float factor, std::uint64_t stored, float global);

}  // namespace ulpgate
