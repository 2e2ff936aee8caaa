#pragma once
// The oracle of layer normalisation, forward, one row at a time.
//
// With mean = (1/n) sum x_j and var = (1/n) sum (x_j - mean)^2, the biased variance: rstd = 1/sqrt(var + eps)
// and y_i = (x_i - mean) * rstd * gamma_i + beta_i. Sums of doubles and of their squares are computed
// exactly, so that with N_i = n x_i - sum x_j and D = n sum x_j^2 - (sum x_j)^2 + eps n^2, exact too,
// rstd = n / sqrt(D) and y_i = N_i / sqrt(D) * gamma_i + beta_i: nothing cancels that is not known exactly.
//
// What is not finite follows the formula in IEEE 754 arithmetic. A NaN or an infinity in x: rstd and y are
// NaN; mean is NaN, or the infinity where there is only one sign of it. var + eps = 0: rstd is +infinity, y
// is 0 * infinity = NaN. gamma and beta act on their own elements.
//
// Claim rounds_first: x_hat_i = (x_i - mean) * rstd is rounded to y's format, to nearest even, before gamma.
// Since x_hat is computed, several codes may be right; value() is then the middle of what they give, and
// bound() reaches all of it.
#include <cstdint>
#include <memory>
#include <span>

#include "reference/bounds/row_arithmetic.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

struct LayerNormRow {
  std::span<const double> x;
  std::span<const double> gamma = {};  ///< empty: none, which counts as 1
  std::span<const double> beta = {};   ///< empty: none
  double eps = 0;
  const Format* y = nullptr;  ///< needed where the normalised value is rounded first
};

struct LayerNormOutput {
  static constexpr int y = 0;
  static constexpr int mean = 1;
  static constexpr int rstd = 2;
};

/// Throws std::invalid_argument, with one sentence, where spans differ in length, eps is negative or not
/// finite, or a claim needs a format that is missing.
std::unique_ptr<RowOracle> layer_norm_row(const LayerNormRow& row, const RowArithmetic& arithmetic);

}  // namespace ulpgate
