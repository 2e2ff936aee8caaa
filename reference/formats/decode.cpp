#include "reference/formats/decode.h"

#include <bit>
#include <cmath>
#include <limits>

namespace ulpgate {

namespace {

double slow_to_double(const Format& f, std::uint64_t code) {
  const Unpacked u = unpack(f, code);
  double magnitude = 0;
  switch (u.number_class) {
    case NumberClass::zero:
      break;
    case NumberClass::finite:
      magnitude = std::ldexp(static_cast<double>(u.significand), u.exponent);
      break;
    case NumberClass::infinity:
      magnitude = std::numeric_limits<double>::infinity();
      break;
    case NumberClass::nan:
      magnitude = std::numeric_limits<double>::quiet_NaN();
      break;
  }
  return u.negative ? -magnitude : magnitude;
}

}  // namespace

double to_double(const Format& f, std::uint64_t code) {
  if (f.is_floating() && f.width() < 64) {
    // A normal number of a narrower format is one of double, field by field.
    const std::uint64_t magnitude = (code & f.magnitude_mask()) >> f.padding_bits;
    const std::uint64_t field = magnitude >> f.significand_bits;
    if (field != 0 && field < Format::ones(f.exponent_bits)) {
      const std::uint64_t exponent = field + 1023 - static_cast<std::uint64_t>(f.bias);
      const std::uint64_t sign = (code & f.sign_mask()) != 0 ? std::uint64_t{1} << 63 : 0;
      return std::bit_cast<double>(sign | exponent << 52 |
                                   (magnitude & Format::ones(f.significand_bits))
                                       << (52 - f.significand_bits));
    }
  }
  return slow_to_double(f, code);
}

}  // namespace ulpgate
