#pragma once
// How far the statistics of layer_norm and rms_norm can be from exact ones, by claims and the row.
//
// Notation: m mean, v variance (rms_norm: mean square), X max |x|, W max x - min x, A mean |x|, q mean x^2,
// g(k) = (1 + u)^k - 1; eta terms (rounded_steps.h) are left out here, and not in the code. x_i that the
// accumulator does not hold are rounded once more.
// Mean, sums in any order: |m' - m| <= E = g(n - 1 + division) A. No rounding where all partial sums fit.
// two_pass: the terms are ((x_i - m) - (m' - m))^2 (1 + d), and sum (x_i - m) = 0, so their exact mean is
// v + (m' - m)^2:  -g(k) v <= v' - v <= E^2 + g(k) (v + E^2), k = n + 2 + division.
// one_pass: |v' - v| <= g(n + division) q + 2 |m| E + E^2 + g(4) (|m| + E)^2 + u v: it may be below 0, and
// the bound says honestly what E[x^2] / v does.
// welford, in any tree of merges, of which single numbers are leaves: a merge of a and b numbers into k = a +
// b makes a local error of at most u c, c = X + r max(X, W), in the mean, r = 4 roundings (more with an
// approximate division); with one number X + (r - 1) W / k. Errors of means are averaged with weights a / k
// and b / k, so E n <= u f(n), f(k) = max over a + b = k of f(a) + f(b) + k * local. By induction
// f(k) <= (c / 4) k^2 + (3 X + (r - 1) W + r max(X, W)) k / 2. The sum of squares is
// sum over merges of w d^2, w = a b / k, d the difference of means, and exactly n v. Each d is off by at most
// u c k (leaves have no error; error of a mean of k numbers <= u c (k + 1 - 2 / k) / 2), and sum w k^2 <=
// n^3 / 3 by induction (a^3 + b^3 + 3 a b k = k^3). Cauchy-Schwarz with the weights w:
// |v' - v| <= 2 sqrt(v) R + R^2 + g(2 n + 10 + division) v', R = u c n / sqrt(3).
// Terms of second order in u: means are at most X + E, differences W + 2 E.
// rms_norm: |v' - v| <= g(n + division) v.
// rstd: w = v' + eps is at least eps as rounded, unless one_pass; then rsqrt with its ulps, 2u each:
// rstd' / rstd in (1 -+ 2 u ulps) / sqrt(1 +- |w - v - eps| / (v + eps)).
// All bounds are infinite where n numbers cannot be counted or a sum may overflow: an infinite variance gives
// a finite y that is wrong.
#include <cstdint>

#include "reference/bounds/rounded_steps.h"

namespace ulpgate {

/// A row, as its exact sums say: each number within 2^-45 of itself, `magnitude` from above.
struct NormData {
  std::int64_t n = 0;
  bool centred = true;   ///< layer_norm
  double magnitude = 0;  ///< A
  double lowest = 0, highest = 0;
  double mean = 0;         ///< rms_norm: 0
  double variance = 0;     ///< rms_norm: mean square
  double mean_square = 0;  ///< q
  double eps = 0;
  int quantum = 0;            ///< every x is a multiple of 2^quantum
  bool x_fits = true;         ///< the accumulator holds every x
  bool mean_is_exact = true;  ///< `mean` is the mean
};

struct NormErrors {
  double mean = 0;           ///< |m' - m|
  double rstd_relative = 0;  ///< |rstd' - rstd| <= rstd_relative * rstd + rstd_absolute
  double rstd_above = 0;     ///< rstd' <= (1 + rstd_above) * rstd + rstd_absolute
  double rstd_absolute = 0;
  bool deviations_exact = false;  ///< x_i - m is computed without an error
  bool may_overflow = false;      ///< then all are infinite
};

/// n must be positive.
NormErrors norm_errors(const RoundedSteps& steps, const NormData& data);

}  // namespace ulpgate
