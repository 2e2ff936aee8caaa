#pragma once
// The oracle of root mean square normalisation, forward, one row at a time.
//
// rstd = 1/sqrt((1/n) sum x_j^2 + eps) and y_i = x_i * rstd * gamma_i, from the exact sum of squares: with
// D = n sum x_j^2 + eps n^2, rstd = n / sqrt(D) and y_i = n x_i / sqrt(D) * gamma_i.
//
// What is not finite follows the formula in IEEE 754 arithmetic. A NaN in x: rstd and y are NaN. An infinity:
// rstd is 0, y is 0 * gamma at finite x and NaN at infinite ones. A sum of 0 with eps = 0: rstd is
// +infinity, y is NaN. Claim rounds_first: as of layer_norm.
#include <cstdint>
#include <memory>
#include <span>

#include "reference/bounds/row_arithmetic.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

struct RmsNormRow {
  std::span<const double> x;
  std::span<const double> gamma = {};  ///< empty: none, which counts as 1
  double eps = 0;
  const Format* y = nullptr;  ///< needed where the normalised value is rounded first
};

struct RmsNormOutput {
  static constexpr int y = 0;
  static constexpr int rstd = 1;
};

/// Throws std::invalid_argument, with one sentence, where spans differ in length, eps is negative or not
/// finite, or a claim needs a format that is missing.
std::unique_ptr<RowOracle> rms_norm_row(const RmsNormRow& row, const RowArithmetic& arithmetic);

}  // namespace ulpgate
