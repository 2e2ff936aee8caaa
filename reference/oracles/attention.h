#pragma once
// The oracle of attention's second half, one row of scores at a time.
//
// With z_i = scale * x_i, or -infinity where `masked` is not 0, output 0 is o_c = sum_i p_i v_ic, p the
// softmax of z (softmax.h), and output 1 is lse = log sum_i exp(z_i).
//
// A row without a logit above -infinity, also one without any, has lse = -infinity (+infinity by claim) and o
// = NaN, or 0 by claim masked_row. NaN in a row makes all of it NaN; so does +infinity, but for lse, which
// may be +infinity too. NaN in v at a logit above -infinity makes its column NaN; infinity there makes it
// infinite, NaN where both signs meet, or where its weight may be computed as 0. At a logit of -infinity they
// may count or not.
#include <cstdint>
#include <memory>
#include <span>

#include "reference/bounds/row_arithmetic.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

struct AttentionRow {
  std::span<const double> x;
  std::span<const std::uint8_t> masked = {};  ///< not 0: masked out; empty: none
  double scale = 1;
  std::span<const double> v;  ///< (n, d), packed
  std::int64_t d = 0;
  /// Format of lse, where it is rounded to nearest even. nullptr: not known.
  const Format* lse = nullptr;
};

/// Output 0 is o, d of them, output 1 lse. Throws std::invalid_argument, with one sentence, where spans do
/// not fit, and where the claims have no bound.
std::unique_ptr<RowOracle> attention_row(const AttentionRow& row, const RowArithmetic& arithmetic);

}  // namespace ulpgate
