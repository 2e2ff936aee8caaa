#pragma once
// The bound of a whole round trip: how far what is dequantized may lie from x.
//
// x is multiplied by the factor f, t = x f (1 + d), |d| <= 2^-24, and 2^-150 where t is subnormal; t goes to
// a code q, off by at most half a unit of the element format at t, or by what lies beyond its largest number
// m:
//   |q - t| <= r = max(2^-p |t|, 2^(z - 1)) + max(0, |t| - m),
// p the format's precision, 2^z its smallest number. Stochastic rounding takes either neighbour: twice the
// first term. With the scale s that the codes count in, a real number, q s - x = x (f s - 1) + (q - x f) s,
// so that
//   |q s - x| <= |x| |f s - 1| + (|x f| 2^-24 + 2^-150 + r) |s|.
// k rounded fp32 steps from q s to y: ((1 + 2^-24)^k - 1) |q s| and k 2^-150 more. f s is 1 for powers of
// two, within two roundings of it otherwise; nvfp4 may clamp f, whose whole error is then in the first term.
//
// Evaluated in fp64, rounded up by 1 + 2^-40 for its own dozen of operations (Higham, 3.1: (1 + 2^-53)^12).
#include "reference/oracles/quantize/block_scale.h"

namespace ulpgate {

struct RoundTrip {
  const quantize::Recipe* recipe;
  float factor;   ///< what x is multiplied with, finite
  double scale;   ///< what a unit of the codes is worth
  int steps = 1;  ///< fp32 operations of dequantization
};

/// Of finite x whose product with the factor is finite.
double round_trip_bound(const RoundTrip& trip, float x);

}  // namespace ulpgate
