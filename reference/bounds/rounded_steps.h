#pragma once
// One operation in an accumulator: what it adds to an error.
//
// The result of a rounded operation is exact * (1 + delta) + eta, |delta| <= u = 2^-p. eta is 0 for sums, at
// most half the smallest subnormal for products, quotients and conversions; where subnormal results become
// zero, at most the smallest normal number for all of them (IEEE 754-2019, 4.3.1; N. Higham, Accuracy and
// Stability of Numerical Algorithms, 2nd ed., 2.2).
#include <cmath>
#include <cstdint>

#include "reference/bounds/row_arithmetic.h"

namespace ulpgate {

/// Covers the roundings of a bound's evaluation in double, where sums and products are of terms that are
/// not negative and fewer than 2^12 roundings follow one another.
inline constexpr double bound_evaluation = 1 + 0x1p-40;

struct RoundedSteps {
  /// Throws std::invalid_argument where no accumulator is claimed.
  explicit RoundedSteps(const RowArithmetic& arithmetic);

  /// (1 + u)^steps - 1.
  double growth(double steps) const { return std::expm1(steps * std::log1p(u)); }
  bool holds(double x) const;  ///< x is a number of the format, and no flushed one
  /// Whether sums of multiples of 2^quantum round nothing in any order, where `total` is the sum of their
  /// magnitudes.
  bool sums_exactly(double total, int quantum) const;
  /// Roundings of a division by n, the conversion of n included.
  double division_by(std::int64_t n) const;

  const RowArithmetic& arithmetic;
  double u;
  double product_floor, sum_floor;  ///< eta
  double most;                      ///< largest finite number
  int precision;
  int lowest;  ///< sums of multiples of 2^lowest are not subnormal, or kept
};

}  // namespace ulpgate
