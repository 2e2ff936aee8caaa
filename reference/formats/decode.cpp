#include "reference/formats/decode.h"

#include <bit>
#include <cmath>
#include <limits>

namespace ulpgate {

bool is_nan(const Format& f, std::uint64_t code) {
  const std::uint64_t magnitude = code & f.magnitude_mask();
  switch (f.nans) {
    case NanCodes::none:
      return false;
    case NanCodes::ieee:
      return magnitude > infinity_magnitude(f);
    case NanCodes::all_ones:
      return magnitude == f.magnitude_mask();
    case NanCodes::negative_zero:
      return (code & f.code_mask()) == f.sign_mask();
  }
  return false;
}

bool is_infinity(const Format& f, std::uint64_t code) {
  return f.has_infinity && (code & f.magnitude_mask()) == infinity_magnitude(f);
}

bool is_finite(const Format& f, std::uint64_t code) { return !is_nan(f, code) && !is_infinity(f, code); }

namespace {

Unpacked unpack_integer(const Format& f, std::uint64_t code) {
  code &= f.code_mask();
  Unpacked u;
  u.negative = (code & f.sign_mask()) != 0;
  u.significand = u.negative ? (~code + 1) & f.code_mask() : code;
  u.number_class = u.significand == 0 ? NumberClass::zero : NumberClass::finite;
  return u;
}

}  // namespace

Unpacked unpack(const Format& f, std::uint64_t code) {
  if (f.kind == FormatKind::integer) return unpack_integer(f, code);
  Unpacked u;
  u.negative = (code & f.sign_mask()) != 0;
  const std::uint64_t field = (code & f.magnitude_mask()) >> f.padding_bits;
  if (is_nan(f, code)) {
    u.number_class = NumberClass::nan;
    if (f.significand_bits > 0) u.significand = field << (64 - f.significand_bits);
    return u;
  }
  if (is_infinity(f, code)) {
    u.number_class = NumberClass::infinity;
    return u;
  }
  u.number_class = NumberClass::finite;
  if (f.kind == FormatKind::exponent_only) {
    u.significand = 1;
    u.exponent = static_cast<int>(field) - f.bias;
    return u;
  }
  const std::uint64_t significand = field & Format::ones(f.significand_bits);
  const int biased = static_cast<int>(field >> f.significand_bits);
  if (biased == 0) {
    u.significand = significand;
    u.exponent = f.quantum_exponent();
    if (significand == 0) u.number_class = NumberClass::zero;
  } else {
    u.significand = significand | std::uint64_t{1} << f.significand_bits;
    u.exponent = biased - f.bias - f.significand_bits;
  }
  return u;
}

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
