#include "suites/framework/codes.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/formats/encode.h"

namespace ulpgate {
namespace {

std::uint64_t integer_code(const Format& f, double value) {
  const double low = f.has_sign ? -std::ldexp(1.0, f.significand_bits) : 0;
  const auto whole = static_cast<std::int64_t>(std::clamp(std::nearbyint(value), low, largest_value(f)));
  return static_cast<std::uint64_t>(whole) & f.code_mask();
}

}  // namespace

double largest_value(const Format& f) {
  if (f.kind == FormatKind::integer) return std::ldexp(1.0, f.significand_bits) - 1;
  return to_double(f, max_finite_magnitude(f));
}

std::uint64_t nearest_code(const Format& format, double value) {
  if (format.kind == FormatKind::integer) return integer_code(format, value);
  if (format.is_floating() && format.has_sign && format.width() < 64) {
    // A normal code is put together from double's fields; a carry of the rounding goes into the exponent.
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const std::uint64_t size = bits & ~(std::uint64_t{1} << 63);
    const int dropped = 52 - format.significand_bits;
    const std::uint64_t rounded = (size + Format::ones(dropped - 1) + (size >> dropped & 1)) >> dropped;
    const int exponent = static_cast<int>(size >> 52) - 1023;
    const int after = static_cast<int>(rounded >> format.significand_bits) - 1023;
    if (exponent >= format.min_exponent() && after < format.bias) {
      const auto rebias = static_cast<std::uint64_t>(1023 - format.bias) << format.significand_bits;
      return (rounded - rebias) << format.padding_bits | (value < 0 ? format.sign_mask() : 0);
    }
  }
  Rule rule{.overflow = Overflow::saturate, .infinity = InfinityRule::saturate};
  return encode(format, unpack(formats::fp64, std::bit_cast<std::uint64_t>(value)), rule).code;
}

std::uint64_t alarming_code(const Format& format) {
  switch (format.nans) {
    case NanCodes::ieee:
    case NanCodes::all_ones:
      return format.magnitude_mask();
    case NanCodes::negative_zero:
      return format.sign_mask();
    case NanCodes::none:
      break;
  }
  return format.magnitude_mask();
}

}  // namespace ulpgate
