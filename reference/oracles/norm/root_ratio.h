#pragma once
// Numbers of the form numerator / sqrt(square) + addend, to any precision, by integers alone.
//
// With |numerator| = p 2^a and square = d 2^(2 b), p, d > 0 integers, and T = floor(sqrt(floor(p^2 4^k /
// d))): since floor(sqrt(floor(x))) = floor(sqrt(x)), T 2^(a - b - k) <= |numerator| / sqrt(square) < (T + 1)
// 2^(a - b - k), and the first is an equality where T^2 d = p^2 4^k. k grows until the bits are there (A.
// Ziv, Fast evaluation of elementary mathematical functions with correctly rounded last bit, ACM TOMS 17,
// 1991); that a sum is 0 is known beforehand: opposite signs and numerator^2 = addend^2 square.
#include "reference/exact/enclosure.h"
#include "reference/exact/exact.h"

namespace ulpgate {

/// Both doubles of the value: exact where they hold it.
Enclosure enclosure_of(const Exact& value);

/// radius <= 2^-bits * |value| for bits up to 100, and 0 for a value of 0; where the value is beyond double's
/// exponents a larger radius that is true. `square` must be positive, all must be finite.
Enclosure root_ratio(const Exact& numerator, const Exact& square, const Exact& addend, int bits);

}  // namespace ulpgate
