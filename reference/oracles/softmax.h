#pragma once
// The oracle of softmax and log-softmax, forward, one row at a time.
//
// With z_i = scale * x_i + mask_i (or the mask value where `masked` is not 0), softmax is
// exp(z_i) / sum_j exp(z_j) and log-softmax is z_i - log(sum_j exp(z_j)). Neither changes when a number is
// added to every logit, so the oracle may subtract any: it takes the largest logit.
//
// A row without a NaN, +infinity or a full mask has one result by these formulas, where -infinity counts as
// exp(-infinity) = 0 and log 0 = -infinity. Else: any NaN makes the row NaN; +infinity makes it NaN, or one
// hot by claim (softmax 1 and log-softmax 0 at a single +infinity, 0 and -infinity elsewhere; NaN where
// there are several); a row that is masked everywhere is NaN, or zero by claim (log-softmax: -infinity).
#include <cstdint>
#include <memory>
#include <span>

#include "reference/bounds/row_arithmetic.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

struct SoftmaxRow {
  std::span<const double> x;
  std::span<const double> mask = {};          ///< added to scale * x; empty: none
  std::span<const std::uint8_t> masked = {};  ///< not 0: masked out, by a mask or as not causal; empty: none
  double scale = 1;
  bool scaled = false;  ///< the implementation multiplies by scale, even where it is 1
  bool log = false;     ///< log-softmax
  /// Format of y, where it is rounded to nearest even: it takes the last rounding upon itself where it is the
  /// accumulator's. nullptr: not known.
  const Format* y = nullptr;
};

/// Output 0 is y. Throws std::invalid_argument, with one sentence, where spans differ in length, and where
/// the claims have no bound.
std::unique_ptr<RowOracle> softmax_row(const SoftmaxRow& row, const RowArithmetic& arithmetic);

}  // namespace ulpgate
