#pragma once
// One operation in an accumulator: what it adds to an error.
//
// The result of a rounded operation is exact * (1 + delta) + eta, |delta| <= u = 2^-p. eta is 0 for sums, at
// most half the smallest subnormal for products, quotients and conversions; where subnormal results become
// zero, at most the smallest normal number for all of them (IEEE 754-2019, 4.3.1; N. Higham, Accuracy and
// Stability of Numerical Algorithms, 2nd ed., 2.2).
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "reference/bounds/accumulator_error.h"
#include "reference/bounds/row_arithmetic.h"

namespace ulpgate {

struct RoundedSteps {
  /// Throws std::invalid_argument where the claimed accumulator has no bound.
  explicit RoundedSteps(const RowArithmetic& arithmetic);

  /// (1 + u)^steps - 1.
  double growth(double steps) const { return std::expm1(steps * log_growth); }
  /// The same of 0 to 4 roundings, at once.
  double growth_of_few(int steps) const { return few[static_cast<std::size_t>(steps)]; }
  bool holds(double x) const { return rounding.holds(x); }  ///< x is a number of the format
  /// Whether sums of multiples of 2^quantum round nothing in any order, where `total` is the sum of their
  /// magnitudes.
  bool sums_exactly(double total, int quantum) const;
  /// Roundings of a division by n, the conversion of n included.
  double division_by(std::int64_t n) const;

  const RowArithmetic& arithmetic;
  AccumulatorError rounding;
  double u;
  double log_growth;                ///< log(1 + u)
  double product_floor, sum_floor;  ///< eta
  double most;                      ///< largest finite number
  int precision;
  std::array<double, 5> few{};
  int lowest;  ///< sums of multiples of 2^lowest are not subnormal, or kept
};

}  // namespace ulpgate
