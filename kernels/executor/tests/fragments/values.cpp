#include "kernels/executor/tests/fragments/values.h"

#include <cmath>
#include <stdexcept>

namespace fragment_test {

Format format_of(const std::string& name) {
  if (name == "fp16") return {16, 5, 10};
  if (name == "bf16") return {16, 8, 7};
  if (name == "tf32") return {32, 8, 10};
  if (name == "e4m3") return {8, 4, 3};
  if (name == "e5m2") return {8, 5, 2};
  if (name == "float") return {32, 8, 23};
  if (name == "fp64" || name == "double") return {64, 11, 52};
  if (name == "int8" || name == "uint8") return {8, 0, 0};
  if (name == "int") return {32, 0, 0};
  throw std::invalid_argument("format " + name);
}

std::uint64_t encode(const Format& format, double value) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - format.bits);
  if (format.exponent_bits == 0) return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & mask;
  if (value == 0) return 0;
  int exponent = 0;
  const double significand = 2 * std::frexp(std::fabs(value), &exponent);
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  const int field = exponent - 1 + bias;
  const double fraction = std::ldexp(significand - 1, format.fraction_bits);
  if (fraction != std::floor(fraction) || field < 1 || field >= 1 << format.exponent_bits) {
    throw std::domain_error("a format of " + std::to_string(format.bits) + " bits does not hold " +
                            std::to_string(value));
  }
  const std::uint64_t magnitude =
      (static_cast<std::uint64_t>(field) << format.fraction_bits) + static_cast<std::uint64_t>(fraction);
  const std::uint64_t sign =
      value < 0 ? std::uint64_t{1} << (format.exponent_bits + format.fraction_bits) : 0;
  // tf32 stands in the high bits of 32.
  return (sign | magnitude) << (format.bits - 1 - format.exponent_bits - format.fraction_bits);
}

}  // namespace fragment_test
