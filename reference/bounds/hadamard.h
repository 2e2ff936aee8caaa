#pragma once
// The bound of the Hadamard transform of sixteen numbers, before y is rounded to its format.
//
// Products are with 1 and -1, or with a quarter of them, and exact but for underflow. Sixteen terms are added
// by fifteen rounded additions, in any order; with unit roundoff u (N. Higham, Accuracy and Stability of
// Numerical Algorithms, 2nd ed., 4.2), and x itself rounded to the accumulator first where that does not hold
// it:
//   |y' - y| <= ((1 + u)^16 - 1) / 4 * sum |x_i|.
// No addition rounds, and the error is 0, where sum |x_i| <= 2^(k + p), 2^k the weight of the last bit set in
// any x_i, p the accumulator's precision, as long as a quarter of it is a number. Additions do not underflow
// with an error; the quarter may, at most by half the smallest number for each term.
#include <span>

#include "reference/exact/exact.h"
#include "reference/formats/format.h"

namespace ulpgate {

/// Infinite where the sum of finite magnitudes leaves the accumulator's range: anything may come out. 0 where
/// an x is not finite otherwise: the class of the sum says it all.
Exact hadamard_error(std::span<const Exact> x, const Format& accumulator);

}  // namespace ulpgate
