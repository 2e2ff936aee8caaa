#include "reference/bounds/accumulator_error.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

#include "reference/formats/decode.h"

namespace ulpgate {
namespace {

/// 2^floor(log2(x)) of a positive normal double.
double power_below(double x) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & std::uint64_t{0x7FF} << 52);
}

}  // namespace

const Format& check_accumulator(const Format* format) {
  if (format == nullptr || !format->is_floating() || format->storage_bits < 16) {
    throw std::invalid_argument("no bound for an accumulator of format '" +
                                std::string(format == nullptr ? "" : format->name) + "'");
  }
  return *format;
}

AccumulatorError::AccumulatorError(const Format* format, bool flushes_subnormals)
    : precision_(check_accumulator(format).precision()),
      flushes_(flushes_subnormals),
      unit_roundoff_(std::ldexp(1.0, -precision_)),
      smallest_normal_(std::ldexp(1.0, format->min_exponent())),
      quantum_(std::ldexp(1.0, format->quantum_exponent())),
      largest_(to_double(*format, max_finite_magnitude(*format))) {}

double AccumulatorError::ulp(double magnitude) const {
  if (magnitude < smallest_normal_) return quantum_;
  return std::isfinite(magnitude) ? 2 * unit_roundoff_ * power_below(magnitude) : magnitude;
}

double AccumulatorError::of_sum(double magnitude) const {
  if (magnitude < smallest_normal_) return flushes_ ? magnitude : 0;
  return std::max(ulp(magnitude) / 2, lost_below_normal(magnitude));
}

double AccumulatorError::lost_below_normal(double magnitude) const {
  return flushes_ ? std::min(magnitude, smallest_normal_) : 0;
}

double AccumulatorError::of_product(double magnitude) const {
  return magnitude == 0 ? 0 : std::max(ulp(magnitude) / 2, lost_below_normal(magnitude));
}

double AccumulatorError::of_function(double ulps, double magnitude) const {
  return magnitude == 0 ? 0 : ulps * ulp(magnitude) + lost_below_normal(magnitude);
}

bool AccumulatorError::holds(double x) const {
  const double magnitude = std::fabs(x);
  if (magnitude == 0 || !std::isfinite(x)) return true;
  if (magnitude > largest_ || (flushes_ && magnitude < smallest_normal_)) return false;
  if (precision_ >= 53) return true;
  const double units = magnitude / ulp(magnitude);
  return (units + 0x1p52) - 0x1p52 == units;
}

double growth(double roundings, double unit_roundoff) {
  return std::expm1(roundings * std::log1p(unit_roundoff));
}

double inverse_growth(double roundings, double unit_roundoff) {
  return std::expm1(-roundings * std::log1p(-unit_roundoff));
}

}  // namespace ulpgate
