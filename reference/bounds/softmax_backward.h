#pragma once
// The bound of the gradients of softmax and log-softmax, before dx is rounded to its format.
//
// Notation: u, h(x) as in softmax.h; p_j = y_j dy_j (softmax) or dy_j (log-softmax), t = sum p_j, P = sum
// |p_j|, n the number of p_j that are not 0.
//
// Sum. Reading y and dy where the accumulator does not hold them, the product, and n - 1 additions in any
// order (N. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 4.2): t' is off by
//   T = sum r_j + ((1 + u)^(n - 1) - 1) (P + sum r_j),
// r_j the errors of reading and of h(p_j), which include underflow.
//
// softmax. y (dy - t) by a difference and a product, or y dy - y t by two products and a difference:
//   |y| (T + h(|dy - t| + T)) and h of the result;  h(y dy) + |y| T + h(|y| (|t| + T)) and h of the result;
// the larger, and |dy - t| + T times the error of reading y, |y| times that of dy.
// log-softmax. e^y is off by E, the claim of exp (base2: of a product y log2 e off by 2 u |y|) and the
// reading of y: E (|t| + T) + e^y T + h(e^y (|t| + T)) and h of the result. scale: its reading and a product
// more.
//
// The last operation's rounding is the output's own where dx has the accumulator's format, and then not
// counted. Where the sums of magnitudes leave the accumulator's range, anything may come out.
#include <cstdint>
#include <span>

#include "reference/bounds/accumulator_error.h"
#include "reference/bounds/row_arithmetic.h"
#include "reference/oracles/softmax_backward.h"

namespace ulpgate {

class SoftmaxBackwardBound {
 public:
  /// `sum` is t, rounded to double. Keeps the spans, whose numbers are finite; y of log-softmax need not be.
  SoftmaxBackwardBound(const SoftmaxBackwardRow& row, double sum, const RowArithmetic& arithmetic);

  RowBound dx(std::size_t i) const;

 private:
  double of_softmax(std::size_t i, bool last) const;
  double of_log_softmax(std::size_t i, bool last) const;

  SoftmaxBackwardRow row_;
  RowArithmetic a_;
  AccumulatorError acc_;
  double sum_;
  bool rounds_last_;
  double magnitude_ = 0;  ///< P
  double largest_ = 0;    ///< of |y_j|, |dy_j|
  double sum_error_ = 0;  ///< T
};

}  // namespace ulpgate
