#pragma once
// The oracles of cross entropy and of its gradient, over the rows of one call.
//
// With p the softmax of a row of n logits, t its target and s the smoothing, q_c = (1 - s) [c = t] + s / n,
//   loss_r     = -sum_c q_c log p_c = (1 - s) (-log p_t) + (s / n) sum_c (-log p_c)
//   dx_(r, c)  = g_r (p_c - q_c)
// (C. Szegedy and others, Rethinking the Inception architecture, 2015, section 7, for s). Rows whose target
// is ignore_index have loss 0 and gradient 0. Reduction sum adds the losses of all rows, mean divides that by
// the number of rows that are not ignored, which makes 0 / 0 = NaN of none; g_r is dloss_r, dloss, or dloss
// over that number.
//
// A row's NaN, infinities and masks are those of log-softmax (softmax.h) through these formulas: with s = 0,
// the target's logarithm alone counts.
#include <cstdint>
#include <memory>
#include <span>

#include "reference/bounds/row_arithmetic.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

struct CrossEntropyRows {
  std::span<const double> x;  ///< (rows, n), packed
  std::int64_t n = 0;
  std::span<const std::int64_t> target;  ///< (rows)
  std::int64_t ignore_index = -100;
  double smoothing = 0;
  /// Format of the loss or of dx, where it is rounded to nearest even. nullptr: not known.
  const Format* output = nullptr;
};

/// Output 0 is the loss: of row i, or of all rows for i = 0, by arithmetic.reduction. Both throw
/// std::invalid_argument, with one sentence, where extents do not fit, a target is neither a class nor
/// ignore_index, smoothing is not in [0, 1], and where the claims have no bound.
std::unique_ptr<RowOracle> cross_entropy_rows(const CrossEntropyRows& rows, const RowArithmetic& arithmetic);

/// Output 0 is dx, i = r * n + c. `dloss` has one number a row, or one where arithmetic.reduction reduces;
/// all finite.
std::unique_ptr<RowOracle> cross_entropy_backward_rows(const CrossEntropyRows& rows,
                                                       std::span<const double> dloss,
                                                       const RowArithmetic& arithmetic);

}  // namespace ulpgate
