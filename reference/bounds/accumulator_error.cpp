#include "reference/bounds/accumulator_error.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "reference/formats/decode.h"

namespace ulpgate {
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

bool AccumulatorError::holds_all(std::int64_t largest, std::int64_t smallest,
                                 std::uint64_t significands) const {
  if (largest == 0) return true;
  return std::bit_cast<double>(largest) <= largest_ && std::bit_cast<double>(smallest) >= smallest_normal_ &&
         (significands & ((std::uint64_t{1} << (53 - precision_)) - 1)) == 0;
}

double growth(double roundings, double unit_roundoff) {
  return std::expm1(roundings * std::log1p(unit_roundoff));
}

double inverse_growth(double roundings, double unit_roundoff) {
  return std::expm1(-roundings * std::log1p(-unit_roundoff));
}

}  // namespace ulpgate
