#include "kernels/adapters/host/quantize/cast.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ulpgate::host {
namespace {

/// The distance between neighbours at a magnitude.
float unit_at(const Format& f, float magnitude) {
  const int exponent = magnitude > 0 ? std::max(std::ilogb(magnitude), f.min_exponent()) : f.min_exponent();
  return std::ldexp(1.0F, exponent - f.significand_bits);
}

/// The code of a number of the format that is not negative.
std::uint8_t code_of_number(const Format& f, float number) {
  if (number < std::ldexp(1.0F, f.min_exponent()))
    return static_cast<std::uint8_t>(std::ldexp(number, f.significand_bits - f.min_exponent()));
  const int exponent = std::ilogb(number);
  const auto fraction =
      static_cast<int>(std::ldexp(number, f.significand_bits - exponent)) - (1 << f.significand_bits);
  return static_cast<std::uint8_t>(((exponent + f.bias) << f.significand_bits) + fraction);
}

std::uint8_t sign_of(const Format& f, float t) {
  return std::signbit(t) ? static_cast<std::uint8_t>(f.sign_mask()) : std::uint8_t{0};
}

std::uint8_t nan_of(const Cast& c, float t) {
  return static_cast<std::uint8_t>(c.nan | (c.keeps_sign ? sign_of(*c.to, t) : 0));
}

}  // namespace

float quantized_value(const Format& f, std::uint8_t code) {
  const int magnitude = code & static_cast<int>(f.magnitude_mask());
  const int exponent = magnitude >> f.significand_bits,
            fraction = magnitude & ((1 << f.significand_bits) - 1);
  const float sign = (code & f.sign_mask()) != 0 ? -1.0F : 1.0F;
  const bool top = exponent == (1 << f.exponent_bits) - 1;
  if (f.nans == NanCodes::ieee && top)
    return fraction == 0 ? sign * std::numeric_limits<float>::infinity()
                         : std::numeric_limits<float>::quiet_NaN();
  if (f.nans == NanCodes::all_ones && magnitude == static_cast<int>(f.magnitude_mask()))
    return std::numeric_limits<float>::quiet_NaN();
  if (exponent == 0)
    return sign * std::ldexp(static_cast<float>(fraction), f.min_exponent() - f.significand_bits);
  return sign * std::ldexp(static_cast<float>(fraction + (1 << f.significand_bits)),
                           exponent - f.bias - f.significand_bits);
}

float largest(const Format& f) {
  return quantized_value(f, static_cast<std::uint8_t>(max_finite_magnitude(f)));
}

std::uint8_t cast(const Cast& c, float t) {
  const Format& f = *c.to;
  if (std::isnan(t)) return nan_of(c, t);
  const float magnitude = std::fabs(t), most = largest(f);
  // Multiples of the unit are integers times a power of two: nearbyint rounds to even.
  float rounded = magnitude;
  if (std::isfinite(magnitude)) {
    const float unit = unit_at(f, magnitude);
    rounded = std::nearbyint(magnitude / unit) * unit;
  }
  if (rounded > most) {
    if (c.saturates) {
      rounded = most;
    } else {
      const auto beyond = f.has_infinity ? infinity_magnitude(f) : f.magnitude_mask();
      return static_cast<std::uint8_t>(beyond | sign_of(f, t));
    }
  }
  return static_cast<std::uint8_t>(code_of_number(f, rounded) | sign_of(f, t));
}

std::uint8_t cast_stochastic(const Cast& c, float t, std::uint8_t byte) {
  const Format& f = *c.to;
  if (std::isnan(t)) return nan_of(c, t);
  const float magnitude = std::fabs(t), most = largest(f);
  float rounded = most;
  if (magnitude < most) {
    const float unit = unit_at(f, magnitude), below = std::floor(magnitude / unit) * unit;
    const float fraction = (magnitude - below) / unit;
    const bool up = static_cast<int>(std::floor(fraction * 256)) + byte >= 256;
    rounded = up ? below + unit : below;
  }
  return static_cast<std::uint8_t>(code_of_number(f, rounded) | sign_of(f, t));
}

}  // namespace ulpgate::host
