#include "reference/bounds/rounded_steps.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ulpgate {
namespace {

double logarithm_of_growth(int precision) {
  static const auto known = [] {
    std::array<double, 64> logs{};
    for (std::size_t p = 0; p < logs.size(); ++p) logs[p] = std::log1p(std::ldexp(1.0, -static_cast<int>(p)));
    return logs;
  }();
  return known.at(static_cast<std::size_t>(precision));
}

}  // namespace

RoundedSteps::RoundedSteps(const RowArithmetic& a)
    : arithmetic(a),
      rounding(a.accumulator, a.flushes_subnormals),
      u(rounding.unit_roundoff()),
      log_growth(logarithm_of_growth(a.accumulator->precision())),
      sum_floor(a.flushes_subnormals ? rounding.smallest_normal() : 0),
      most(rounding.largest()),
      precision(a.accumulator->precision()),
      lowest(a.flushes_subnormals ? a.accumulator->min_exponent() : a.accumulator->quantum_exponent()) {
  for (std::size_t k = 1; k < few.size(); ++k) few[k] = few[k - 1] + u * (1 + few[k - 1]);
  // Half of fp64's smallest subnormal is no double.
  product_floor = a.flushes_subnormals
                      ? sum_floor
                      : std::ldexp(1.0, std::max(a.accumulator->quantum_exponent() - 1, -1074));
}

bool RoundedSteps::sums_exactly(double total, int quantum) const {
  return total == 0 || (quantum >= lowest && std::isfinite(total) &&
                        std::ilogb(total) < quantum + precision && total <= most);
}

double RoundedSteps::division_by(std::int64_t n) const {
  const auto divisor = static_cast<double>(n);
  const double conversion = holds(divisor) ? 0 : 1;
  const bool is_power = (n & (n - 1)) == 0;
  switch (arithmetic.division) {
    case Division::rounded:
      return is_power ? 0 : 1 + conversion;
    case Division::reciprocal:
      return is_power && holds(1 / divisor) ? 0 : 2 + conversion;
    case Division::approximate:
      break;
  }
  // An ulp is at most 2u of the quotient, and (1 + u)^k - 1 >= k u.
  return std::ceil(2 * arithmetic.division_ulps) + conversion;
}

}  // namespace ulpgate
