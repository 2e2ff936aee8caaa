// The loop of norm_row_isa.h. CMake compiles this file once for each instruction set, into ULPGATE_ISA's
// namespace. It has no branches, so that the compiler makes vectors of it. Nothing here may be an inline
// function of a header: the linker would keep one copy for all.
#include "reference/bounds/norm_row_isa.h"

#include "reference/bounds/accumulator_error.h"

namespace ulpgate::norm_row::ULPGATE_ISA {
namespace {

/// Covers a few roundings in double.
constexpr double from_above = 1 + 0x1p-50;

[[gnu::always_inline]] inline double larger(double a, double b) { return a > b ? a : b; }

struct Product {
  double error, reach, deviation;
};

template <bool centred>
[[gnu::always_inline]] inline Product product(const Constants& c, double x) {
  if (!centred) {
    const double d = __builtin_fabs(x) * from_above;
    return {d * c.by_rstd + c.moved * c.most_rstd, d + c.moved, d};
  }
  // The mean is known to half an ulp.
  const double near = (__builtin_fabs(x - c.row_mean) + c.mean * 0x1p-52) * from_above;
  const double d = x == c.exact_mean ? 0 : near;
  const double direct = c.moved + (c.u_direct * (d + c.moved) + c.floor_direct);
  const double inputs = __builtin_fabs(x) + c.inputs;
  const double split = c.moved * c.most_rstd + (c.u * inputs * c.most_rstd + 2 * c.product_floor) * (1 + c.u);
  const bool nothing = d + direct == 0;
  const double error = d * c.by_rstd + larger(direct * c.most_rstd, split);
  return {nothing ? 0 : error, nothing ? 0 : larger(d + direct, inputs), d};
}

template <bool centred, bool has_gamma, bool has_beta>
double all_bounds(const Constants& given, const Elements& row, double* __restrict bounds) {
  const Constants c = given;
  // The bits of doubles that are not negative are in their order, and those of a NaN above all.
  std::int64_t most = 0;
  const double* x = row.x;
  const double* gammas = row.gamma;
  const double* betas = row.beta;
  for (std::int64_t i = 0; i < row.count; ++i) {
    const Product p = product<centred>(c, x[i]);
    const double gamma = has_gamma ? __builtin_fabs(gammas[i]) * from_above : 1;
    const double size = p.deviation * c.rstd + p.error;
    const bool nothing = p.error + p.deviation == 0;
    double error = p.error + c.one * size + c.product_floor;
    if (has_gamma) {
      const double floors = c.product_floor * (2 + larger(larger(gamma, p.reach), c.most_rstd));
      error = gamma * (p.error + c.two * size) + floors * (1 + 4 * c.u);
    }
    error = nothing ? 0 : error;
    const double beta = has_beta ? __builtin_fabs(betas[i]) : 0;
    const double y = p.deviation * c.rstd * gamma + beta;
    if (has_beta) error += nothing ? 0 : c.u * (y + error) + c.sum_floor;
    error *= bound_evaluation;
    bounds[i] = error;
    const double reach = larger(p.reach * c.most_rstd, p.reach) * larger(gamma, 1);
    const double here = larger(larger(reach, c.most_rstd * gamma), larger(gamma, y)) + beta + error;
    const auto bits = __builtin_bit_cast(std::int64_t, here);
    most = bits > most ? bits : most;
  }
  return __builtin_bit_cast(double, most);
}

template <bool centred>
double bounds_of(const Constants& c, const Elements& row, double* bounds) {
  if (row.beta != nullptr) return all_bounds<centred, true, true>(c, row, bounds);
  return row.gamma == nullptr ? all_bounds<centred, false, false>(c, row, bounds)
                              : all_bounds<centred, true, false>(c, row, bounds);
}

double bounds_of_row(const Constants& c, const Elements& row, double* bounds) {
  return c.centred ? bounds_of<true>(c, row, bounds) : bounds_of<false>(c, row, bounds);
}

}  // namespace

Loop loop() { return bounds_of_row; }

}  // namespace ulpgate::norm_row::ULPGATE_ISA
