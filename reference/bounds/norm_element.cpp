#include "reference/bounds/norm_element.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpgate {
namespace {

/// Of a product before its own rounding: how far, and the largest factor beside rstd.
struct Product {
  double error = 0;
  double reach = 0;
};

double scaled(const NormElement& e, const NormErrors& errors, double relative) {
  return e.rstd * relative + errors.rstd_absolute;
}

/// P of the larger way; its eta terms are `floors` times product_floor.
Product product(const RoundedSteps& s, const NormErrors& errors, bool centred, const NormElement& e,
                double rstd) {
  const double input = e.x_fits ? s.sum_floor : s.u * e.x + s.product_floor;
  const double by_rstd = e.deviation * scaled(e, errors, errors.rstd_relative);
  const double moved = (centred ? errors.mean : 0) + input;
  if (!centred) return {by_rstd + moved * rstd, e.deviation + moved};
  const double u = errors.deviations_exact ? 0 : s.u;
  const double direct = moved + (u == 0 ? 0 : u * (e.deviation + moved) + s.sum_floor);
  if (e.deviation == 0 && direct == 0) return {0, 0};
  const double inputs = e.x + input + e.mean + errors.mean;
  const double split = moved * rstd + (s.u * inputs * rstd + 2 * s.product_floor) * (1 + s.u);
  return {by_rstd + std::max(direct * rstd, split), std::max(e.deviation + direct, inputs)};
}

RowBound anything_goes() { return {std::numeric_limits<double>::infinity(), true}; }

}  // namespace

RowBound normalised_bound(const RoundedSteps& s, const NormErrors& errors, bool centred,
                          const NormElement& e) {
  if (errors.may_overflow) return anything_goes();
  const double rstd = scaled(e, errors, 1 + errors.rstd_above);
  const Product p = product(s, errors, centred, e, rstd);
  if (p.error == 0 && e.deviation == 0) return {};
  const double size = e.deviation * e.rstd + p.error;
  const double error = (p.error + s.growth_of_few(1) * size + s.product_floor) * bound_evaluation;
  return {error, p.reach * rstd > s.most || size + error > s.most};
}

RowBound norm_element_bound(const RoundedSteps& s, const NormErrors& errors, bool centred,
                            const NormElement& e) {
  if (!e.has_gamma) {
    const RowBound normalised = normalised_bound(s, errors, centred, e);
    if (!e.has_beta || normalised.may_overflow) return normalised;
    return affine_bound(s, e, e.deviation * e.rstd + normalised.error, normalised.error);
  }
  if (errors.may_overflow) return anything_goes();
  const double rstd = scaled(e, errors, 1 + errors.rstd_above);
  const Product p = product(s, errors, centred, e, rstd);
  double error = 0;
  const double factor = std::max(e.gamma, 1.0);
  double most = std::max(p.reach * rstd * factor, e.gamma);
  if (p.error != 0 || e.deviation != 0) {
    const int gamma_roundings = (e.gamma_fits ? 0 : 1) + (s.arithmetic.zero_centred ? 1 : 0);
    const double size = e.deviation * e.rstd + p.error;
    // Whichever two factors are multiplied first, the third multiplies what their product lost.
    const double floors =
        s.product_floor * (2 + std::max({e.gamma, p.reach, rstd}) + (e.gamma_fits ? 0 : size));
    error = e.gamma * (p.error + s.growth_of_few(2 + gamma_roundings) * size) + floors * (1 + 4 * s.u);
    most = std::max({most, rstd * e.gamma, p.reach * e.gamma});
  }
  if (e.has_beta) {
    const double beta_error = e.beta_fits ? 0 : s.u * e.beta + s.product_floor;
    const bool adds = error != 0 || e.deviation != 0;
    error += beta_error;
    if (adds) error += s.u * (e.y + error) + s.sum_floor;
    most = std::max(most, e.beta);
  }
  error *= bound_evaluation;
  return {error, std::max(most, e.y) + error > s.most};
}

RowBound affine_bound(const RoundedSteps& s, const NormElement& e, double normalised, double error) {
  const int gamma_roundings = (e.gamma_fits ? 0 : 1) + (s.arithmetic.zero_centred ? 1 : 0);
  double total = e.gamma * error;
  double most = std::max(normalised * e.gamma, e.gamma);
  if (e.has_gamma && normalised != 0) {
    total += s.growth_of_few(1 + gamma_roundings) * e.gamma * normalised +
             s.product_floor * (1 + (e.gamma_fits ? 0 : normalised)) * (1 + 2 * s.u);
  }
  if (e.has_beta) {
    total += e.beta_fits ? 0 : s.u * e.beta + s.product_floor;
    if (normalised != 0) total += s.u * (e.y + total) + s.sum_floor;
    most = std::max(most, e.beta);
  }
  total *= bound_evaluation;
  return {total, std::max(most, e.y) + total > s.most};
}

}  // namespace ulpgate
