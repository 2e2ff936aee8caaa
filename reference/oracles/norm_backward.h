#pragma once
// The oracles of the gradients of layer_norm and rms_norm. Statistics are inputs: the result is defined from
// mean and rstd as they are given, whatever they are.
//
// With x_hat_j = (x_j - mean) * rstd (rms_norm: x_j * rstd) and g_j = gamma_j * dy_j, where claim
// zero_centred makes it (1 + gamma_j) * dy_j:
//   layer_norm   dx_i = rstd * (g_i - (1/n) sum g_j - x_hat_i * (1/n) sum g_j x_hat_j)
//   rms_norm     dx_i = rstd * (g_i - x_hat_i * (1/n) sum g_j x_hat_j)
//   both         dgamma = sum over rows of dy * x_hat;  layer_norm: dbeta = sum over rows of dy
// All of it is a polynomial of doubles divided by n, so it is computed exactly before anything is rounded.
//
// What is not finite follows the formulas in IEEE 754 arithmetic. A NaN makes all of dx NaN; with an infinity
// dx is infinite or NaN, and which of them depends on the order of products, so bound() allows any. In column
// sums an infinity stays where no other sign of it and no NaN meets it. An empty column sums to 0.
#include <cstdint>
#include <memory>
#include <span>

#include "reference/bounds/row_arithmetic.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

/// One row: dx, which is output 0.
struct NormBackwardRow {
  std::span<const double> dy;
  std::span<const double> x;
  std::span<const double> gamma = {};  ///< empty: none, so that g is dy
  double mean = 0;                     ///< layer_norm alone
  double rstd = 1;
};

/// One column: dy and x down the rows, and each row's statistics.
struct NormBackwardColumn {
  std::span<const double> dy;
  std::span<const double> x;
  std::span<const double> mean = {};  ///< layer_norm alone
  std::span<const double> rstd;
};

struct NormBackwardOutput {
  static constexpr int dx = 0;
  static constexpr int dgamma = 1;
  static constexpr int dbeta = 2;
};

/// All throw std::invalid_argument, with one sentence, where spans differ in length.
std::unique_ptr<RowOracle> layer_norm_backward_row(const NormBackwardRow& row,
                                                   const RowArithmetic& arithmetic);
std::unique_ptr<RowOracle> rms_norm_backward_row(const NormBackwardRow& row, const RowArithmetic& arithmetic);
/// Outputs dgamma and, of layer_norm, dbeta; the place along the row is 0.
std::unique_ptr<RowOracle> layer_norm_backward_column(const NormBackwardColumn& column,
                                                      const RowArithmetic& arithmetic);
std::unique_ptr<RowOracle> rms_norm_backward_column(const NormBackwardColumn& column,
                                                    const RowArithmetic& arithmetic);

}  // namespace ulpgate
