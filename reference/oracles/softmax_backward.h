#pragma once
// The oracles of the gradients of softmax and log-softmax, one row at a time.
//
// With y the forward's output as given and dy the gradient that arrives,
//   softmax      dx_i = scale * y_i (dy_i - sum_j y_j dy_j)
//   log-softmax  dx_i = scale * (dy_i - exp(y_i) sum_j dy_j), where exp(-infinity) = 0.
// Products, sums and differences of these numbers are exact; NaN and infinities follow IEEE 754-2019 through
// the formulas.
#include <memory>
#include <span>

#include "reference/bounds/row_arithmetic.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

struct SoftmaxBackwardRow {
  std::span<const double> y;
  std::span<const double> dy;
  double scale = 1;
  bool scaled = false;  ///< the implementation multiplies by scale, even where it is 1
  bool log = false;     ///< log-softmax
  /// Format of dx, where it is rounded to nearest even: it takes the last rounding upon itself where it is
  /// the accumulator's. nullptr: not known.
  const Format* dx = nullptr;
};

/// Output 0 is dx. Throws std::invalid_argument, with one sentence, where spans differ in length, and where
/// the claims have no bound.
std::unique_ptr<RowOracle> softmax_backward_row(const SoftmaxBackwardRow& row,
                                                const RowArithmetic& arithmetic);

}  // namespace ulpgate
