#include "reference/bounds/norm_row.h"

#include <cmath>

namespace ulpgate {
namespace {

/// Covers a few roundings in double.
constexpr double from_above = 1 + 0x1p-50;

double larger(double a, double b) { return a > b ? a : b; }

/// Names are those of norm_element.cpp.
struct Constants {
  Constants(const RoundedSteps& s, const NormErrors& errors, const NormRowTerms& row)
      : by_rstd(row.rstd * errors.rstd_relative + errors.rstd_absolute),
        rstd(row.rstd),
        most_rstd(row.rstd * (1 + errors.rstd_above) + errors.rstd_absolute),
        moved((row.centred ? errors.mean : 0) + s.sum_floor),
        mean(std::fabs(row.mean) * from_above),
        u(s.u),
        u_direct(errors.deviations_exact ? 0 : s.u),
        floor_direct(errors.deviations_exact ? 0 : s.sum_floor),
        inputs(s.sum_floor + mean + errors.mean),
        product_floor(s.product_floor),
        sum_floor(s.sum_floor),
        one(s.growth_of_few(1)),
        two(s.growth_of_few(2)) {}

  double by_rstd, rstd, most_rstd, moved, mean, u, u_direct, floor_direct, inputs, product_floor, sum_floor,
      one, two;
};

struct Product {
  double error, reach, deviation;
};

template <bool centred>
Product product(const Constants& c, const NormRowTerms& row, double x) {
  if (!centred) {
    const double d = std::fabs(x) * from_above;
    return {d * c.by_rstd + c.moved * c.most_rstd, d + c.moved, d};
  }
  const bool is_mean = row.mean_is_exact && x == row.mean;
  const double d = is_mean ? 0 : (std::fabs(x - row.mean) + c.mean * 0x1p-52) * from_above;
  const double direct = c.moved + (c.u_direct * (d + c.moved) + c.floor_direct);
  const double inputs = std::fabs(x) + c.inputs;
  const double split = c.moved * c.most_rstd + (c.u * inputs * c.most_rstd + 2 * c.product_floor) * (1 + c.u);
  const bool nothing = d == 0 && direct == 0;
  const double error = d * c.by_rstd + larger(direct * c.most_rstd, split);
  return {nothing ? 0 : error, nothing ? 0 : larger(d + direct, inputs), d};
}

/// Returns the largest magnitude that anything on the way may have.
template <bool centred, bool has_gamma, bool has_beta>
double all_bounds(const Constants& c, const NormRowTerms& row, double* bounds) {
  double most = 0;
  const double* x = row.x.data();
  const double* gammas = row.gamma.data();
  const double* betas = row.beta.data();
  for (std::size_t i = 0; i < row.x.size(); ++i) {
    const Product p = product<centred>(c, row, x[i]);
    const double gamma = has_gamma ? std::fabs(gammas[i]) * from_above : 1;
    const double size = p.deviation * c.rstd + p.error;
    const bool nothing = p.error == 0 && p.deviation == 0;
    double error = p.error + c.one * size + c.product_floor;
    if (has_gamma) {
      const double floors = c.product_floor * (2 + larger(larger(gamma, p.reach), c.most_rstd));
      error = gamma * (p.error + c.two * size) + floors * (1 + 4 * c.u);
    }
    error = nothing ? 0 : error;
    const double beta = has_beta ? std::fabs(betas[i]) : 0;
    const double y = p.deviation * c.rstd * gamma + beta;
    if (has_beta) error += nothing ? 0 : c.u * (y + error) + c.sum_floor;
    error *= bound_evaluation;
    bounds[i] = error;
    const double reach = larger(p.reach * c.most_rstd, p.reach) * larger(gamma, 1);
    most = larger(most, larger(larger(reach, c.most_rstd * gamma), larger(gamma, y)) + beta + error);
  }
  return most;
}

template <bool centred>
double bounds_of(const Constants& c, const NormRowTerms& row, double* bounds) {
  if (!row.beta.empty()) return all_bounds<centred, true, true>(c, row, bounds);
  return row.gamma.empty() ? all_bounds<centred, false, false>(c, row, bounds)
                           : all_bounds<centred, true, false>(c, row, bounds);
}

}  // namespace

bool norm_row_bounds(const RoundedSteps& s, const NormErrors& errors, const NormRowTerms& row,
                     std::span<double> bounds) {
  const bool beta_alone = row.gamma.empty() && !row.beta.empty();
  if (errors.may_overflow || beta_alone || (s.arithmetic.zero_centred && !row.gamma.empty())) return false;
  const Constants c(s, errors, row);
  const double most =
      row.centred ? bounds_of<true>(c, row, bounds.data()) : bounds_of<false>(c, row, bounds.data());
  return most <= s.most;
}

}  // namespace ulpgate
