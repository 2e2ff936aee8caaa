#include "reference/bounds/norm_backward.h"

#include <algorithm>
#include <limits>

namespace ulpgate {
namespace {

double count(bool fits) { return fits ? 0 : 1; }

/// What eta does to one g_j and to one x_hat_j.
struct Floors {
  double g = 0, x_hat = 0;
};

Floors floors_of(const RoundedSteps& s, const GradientData& d) {
  const double eta = s.product_floor;
  Floors f;
  if (d.has_gamma) f.g = eta;
  if (!d.dy_fits || s.sum_floor != 0) f.g += eta * std::max(d.gamma_largest, 1.0);
  if (!d.gamma_fits || s.sum_floor != 0) f.g += eta * d.dy_largest;
  f.x_hat = eta + d.rstd * (s.sum_floor + (d.x_fits && s.sum_floor == 0 ? 0 : 2 * eta));
  if (!d.rstd_fits && d.rstd != 0) f.x_hat += eta * d.reach / d.rstd;
  return f;
}

/// Sizes beyond double's range make an error that is no number.
RowBound within_range(double error, double most, const RoundedSteps& s) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!(error < infinity)) return {infinity, true};
  return {error, !(most + error <= s.most)};
}

/// The largest input, or difference of two.
double inputs_of(const GradientData& d) {
  return std::max({d.x_largest, d.rstd, d.gamma_largest, d.dy_largest});
}

}  // namespace

GradientGrowths gradient_growths(const RoundedSteps& s, const GradientData& d) {
  const auto n = static_cast<double>(d.n);
  const double division = s.division_by(d.n), gamma = d.has_gamma ? d.zero_centred ? 2 : 1 : 0;
  const double all = gamma + division + count(d.dy_fits) + count(d.gamma_fits) + count(d.rstd_fits);
  return {s.growth(5 + all), d.centred ? s.growth(n + 4 + all) : 0,
          s.growth(n + 9 + all + 2 * count(d.rstd_fits)), s.growth(n + 10 + all + 2 * count(d.rstd_fits))};
}

RowBound dx_bound(const RoundedSteps& s, const GradientData& d, const GradientGrowths& growths,
                  const GradientElement& e) {
  const auto n = static_cast<double>(d.n);
  const double eta = s.product_floor;
  const double own = growths.own * e.g, common = growths.common * d.g;
  const double along = growths.along * e.x_hat * d.g_x_hat;
  double error = d.rstd * (own + common + along);
  if (!d.x_fits) {
    // Of x_hat_i, of the sum, and of both.
    const double moved = s.u * (1 + s.growth_of_few(2));
    error +=
        d.rstd * (1 + growths.any) *
        (moved * e.reach * d.g_x_hat + e.x_hat * moved * d.g_reach + moved * e.reach * moved * d.g_reach);
  }
  const Floors f = floors_of(s, d);
  // Of a term g x_hat, of which the sum has n, and of the whole expression, before it is multiplied by rstd.
  const double term = f.g * (d.x_hat + f.x_hat) + f.x_hat * d.g + eta + s.sum_floor;
  const double whole =
      2 * f.g + (e.x_hat + f.x_hat) * (term + eta) + f.x_hat * d.g_x_hat + 3 * eta + 4 * s.sum_floor;
  const double largest = e.g + d.g + e.x_hat * d.g_x_hat;
  const double floors =
      (1 + growths.any) * (d.rstd * whole + eta * n * (largest + whole)) + eta + s.sum_floor;
  error = (error + floors) * bound_evaluation;
  const double sums = n * std::max({e.g, d.g, d.g_x_hat, e.x_hat * d.g_x_hat, largest});
  const double most = std::max({sums, n, d.rstd * largest, e.x_hat, d.x_hat * n, inputs_of(d)});
  return within_range(error, most * (1 + growths.any), s);
}

RowBound gamma_gradient_bound(const RoundedSteps& s, const GradientData& d) {
  const auto n = static_cast<double>(d.n);
  const double growth = s.growth(n + 2 + count(d.dy_fits) + count(d.rstd_fits));
  const double moved = d.x_fits ? 0 : s.u * (1 + s.growth(2)) * d.g_reach;
  const Floors f = floors_of(s, d);
  const double term =
      f.g * (d.x_hat + f.x_hat) + f.x_hat * d.g + std::max(1.0, d.rstd) * s.product_floor + s.sum_floor;
  const double error = n * (growth * d.g_x_hat + (1 + growth) * (moved + term)) * bound_evaluation;
  const double most = std::max({n * d.g_x_hat, n * d.x_hat, n * d.g * d.x_largest, inputs_of(d)});
  return within_range(error, most * (1 + growth), s);
}

RowBound beta_gradient_bound(const RoundedSteps& s, std::int64_t n, double total, bool exact, bool dy_fits) {
  if (exact) return {};
  const double growth = s.growth(static_cast<double>(n - 1) + count(dy_fits));
  const double floors = s.sum_floor + (dy_fits ? 0 : s.product_floor);
  const double error = (growth * total + (1 + growth) * static_cast<double>(n) * floors) * bound_evaluation;
  return within_range(error, total * (1 + growth), s);
}

}  // namespace ulpgate
