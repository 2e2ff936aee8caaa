#pragma once
// The bound of one element of layer_norm and rms_norm, before it is rounded to the output's format.
//
// Notation: m, E, r of norm_statistics.h; d = |x_i - m|, R the largest that the computed rstd can be,
// g(k) = (1 + u)^k - 1. Two ways of evaluating the formula are right, and the bound is the larger:
//   (x - m) r:      x - m is off by D = E + u (d + E), so the product is off by P = d |r' - r| + D R;
//   x r - m r:      P = d |r' - r| + E R + u (|x| + |m| + E) R.
// Then |y' - y| <= |gamma| (P + g(2) (d r + P)) + u |beta + ...|: one rounding of the last product or of
// their difference, one of gamma's product, in either order, more where gamma is rounded itself (1 + gamma;
// formats); the addition of beta. A number that equals its mean, where that is exact, is taken to give 0:
// nothing rounds in the formula as it is written. eta terms are in the code (rounded_steps.h).
// Claim rounds_first: x_hat' lies within P + g(1) (d r + P) of x_hat; all codes between the roundings of both
// ends are right. What gamma makes of the middle one is the value, and half their distance times |gamma| is
// in the bound.
#include "reference/bounds/norm_statistics.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

/// Magnitudes, each from above and within 2^-45 of itself.
struct NormElement {
  double x = 0;
  double deviation = 0;  ///< d; rms_norm: |x|
  double mean = 0;
  double rstd = 0;
  double gamma = 1;  ///< |1 + gamma| where it is centred at zero
  double beta = 0;
  double y = 0;  ///< |result|
  bool x_fits = true;
  bool has_gamma = false;
  bool gamma_fits = true;
  bool has_beta = false;
  bool beta_fits = true;
};

/// Of (x_i - mean) * rstd in the accumulator.
RowBound normalised_bound(const RoundedSteps& steps, const NormErrors& errors, bool centred,
                          const NormElement& element);
/// Of y.
RowBound norm_element_bound(const RoundedSteps& steps, const NormErrors& errors, bool centred,
                            const NormElement& element);
/// Of y from a normalised value that is exact up to `error`, at most `normalised` large.
RowBound affine_bound(const RoundedSteps& steps, const NormElement& element, double normalised, double error);

}  // namespace ulpgate
