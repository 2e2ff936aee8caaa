#include "reference/bounds/rounded_steps.h"

#include <algorithm>
#include <stdexcept>

#include "reference/formats/decode.h"

namespace ulpgate {
namespace {

const Format& accumulator_of(const RowArithmetic& arithmetic) {
  if (arithmetic.accumulator == nullptr)
    throw std::invalid_argument("row bound: no accumulator is claimed, so there is no bound");
  return *arithmetic.accumulator;
}

}  // namespace

RoundedSteps::RoundedSteps(const RowArithmetic& a) : arithmetic(a) {
  const Format& f = accumulator_of(a);
  precision = f.precision();
  u = std::ldexp(1.0, -precision);
  most = to_double(f, max_finite_magnitude(f));
  const double smallest_normal = std::ldexp(1.0, f.min_exponent());
  // Half of fp64's smallest subnormal is no double.
  product_floor =
      a.flushes_subnormals ? smallest_normal : std::ldexp(1.0, std::max(f.quantum_exponent() - 1, -1074));
  sum_floor = a.flushes_subnormals ? smallest_normal : 0;
  lowest = a.flushes_subnormals ? f.min_exponent() : f.quantum_exponent();
}

bool RoundedSteps::holds(double x) const {
  if (x == 0) return true;
  if (std::fabs(x) > most) return false;
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  if (arithmetic.flushes_subnormals && exponent - 1 < lowest) return false;
  const int unit = std::max(exponent - precision, arithmetic.accumulator->quantum_exponent());
  const double units = std::ldexp(fraction, exponent - unit);
  return units == std::trunc(units);
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
