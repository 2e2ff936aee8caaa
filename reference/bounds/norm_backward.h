#pragma once
// The bounds of the gradients of layer_norm and rms_norm: before they are rounded to the output's format.
//
// x, dy, gamma, mean and rstd are inputs, so x_j - mean is a difference of two known numbers, rounded once,
// and nothing cancels in it. With g = gamma dy, x_hat = (x - mean) rstd, A(.) a mean of magnitudes along the
// row and r = |rstd|, the terms of rstd (g_i - mean(g) - x_hat_i mean(g x_hat)) are at most
//   r |g_i|,  r A(g),  r |x_hat_i| A(g x_hat),
// and no leaf of them passes through more roundings than, with n - 1 additions in any order and `division` by
// n (of the sum, of rstd, or with n times g_i in its place):
//   6 + division,  n + 5 + division,  n + 10 + division:
// gamma's product 1, x_hat 2 at each of its two places, g x_hat 1, its product with x_hat_i 1, n g_i 1, two
// differences, rstd 1, and a rounding each of inputs that the accumulator does not hold. 1 + gamma is one
// more, and its sizes are (1 + |gamma|) |dy| where gamma is rounded before. Hence |dx' - dx| <= sum of ((1 +
// u)^count - 1) * term (N. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 3.1): what
// cancels in dx stays in the bound. x and mean that the accumulator does not hold move x_hat by r u (|x| +
// |mean|). eta terms (rounded_steps.h) are in the code, one for each product on the way. An implementation
// that expands (x - mean) into sums of g x and of g computes another formula, with other cancellations, and
// is not covered. Columns: dgamma is a sum of m terms dy x_hat, (1 + u)^(m + 2) - 1 times the sum of their
// magnitudes; dbeta the same with m - 1, and without an error where partial sums fit.
#include <cstdint>

#include "reference/bounds/rounded_steps.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

/// Of a row or a column; magnitudes from above.
struct GradientData {
  std::int64_t n = 0;
  bool has_gamma = false;
  bool zero_centred = false;  ///< gamma counts as 1 + gamma
  bool centred = true;        ///< there is a mean
  double rstd = 0;
  double g = 0;        ///< A(g); of a column A(dy)
  double x_hat = 0;    ///< A(x_hat)
  double g_x_hat = 0;  ///< A(g x_hat)
  double g_reach = 0;  ///< mean of |g_j| rstd (|x_j| + |mean|): what inputs that do not fit move
  double reach = 0;    ///< mean of rstd (|x_j| + |mean|)
  double gamma_largest = 0, dy_largest = 0;  ///< of 1 + |gamma|, where that counts
  double x_largest = 0;                      ///< of |x| + |mean|
  bool x_fits = true;                        ///< x and mean
  bool dy_fits = true, gamma_fits = true, rstd_fits = true;
};

struct GradientElement {
  double g = 0;
  double x_hat = 0;
  double reach = 0;  ///< rstd (|x_i| + |mean|)
};

/// What all elements of a row share: (1 + u)^count - 1 of the three terms, and of more than any.
struct GradientGrowths {
  double own = 0, common = 0, along = 0, any = 0;
};
GradientGrowths gradient_growths(const RoundedSteps& steps, const GradientData& row);

RowBound dx_bound(const RoundedSteps& steps, const GradientData& row, const GradientGrowths& growths,
                  const GradientElement& element);
/// g_x_hat, g and g_reach are those of dy, without gamma.
RowBound gamma_gradient_bound(const RoundedSteps& steps, const GradientData& column);
/// `total`: the sum of |dy|; `exact`: no partial sum rounds.
RowBound beta_gradient_bound(const RoundedSteps& steps, std::int64_t n, double total, bool exact,
                             bool dy_fits);

}  // namespace ulpgate
