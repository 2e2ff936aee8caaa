#include "reference/bounds/norm_folded.h"

#include <algorithm>
#include <limits>

namespace ulpgate {

RowBound folded_bound(const RoundedSteps& s, const NormErrors& errors, const NormElement& e) {
  if (errors.may_overflow) return {std::numeric_limits<double>::infinity(), true};
  const int gamma_roundings = (e.gamma_fits ? 0 : 1) + (e.has_gamma && s.arithmetic.zero_centred ? 1 : 0);
  const double rounded = e.has_gamma ? s.growth_of_few(gamma_roundings + 1) : 0;
  const double off_rstd = e.rstd * errors.rstd_relative + errors.rstd_absolute;
  const double rstd = e.rstd * (1 + errors.rstd_above) + errors.rstd_absolute;
  // The product's and gamma's own.
  const double floor = e.has_gamma ? s.product_floor * (1 + (e.gamma_fits ? 0 : rstd)) * (1 + 2 * s.u) : 0;
  const double factor = e.gamma * rstd * (1 + rounded) + floor;
  const double of_factor = e.gamma * (off_rstd + rounded * rstd) + floor;
  const double input = e.x_fits ? 0 : s.u * e.x + s.product_floor;
  const double mean = e.mean + errors.mean, x = e.x + input;
  const double of_beta = e.beta_fits ? 0 : s.u * e.beta + s.product_floor;
  const double of_mean = mean * factor * (1 + s.u) + s.product_floor;
  double error = e.deviation * of_factor + (errors.mean + input) * factor + of_beta;
  error += s.u * x * factor + s.u * mean * factor + 2 * s.product_floor;
  if (e.has_beta) error += s.u * (e.beta + of_beta + of_mean) + s.sum_floor;
  error += s.u * (e.y + error) + s.sum_floor;
  error *= bound_evaluation;
  const double most =
      std::max({x * factor * (1 + s.u), of_mean + (e.has_beta ? e.beta + of_beta : 0), e.gamma, rstd, e.y});
  return {error, most + error > s.most};
}

}  // namespace ulpgate
