#include "kernels/adapters/host/elements.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ulpgate::host {
namespace {

template <class Word>
Word word_at(const std::byte* from) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

template <class Word>
void put_word(std::byte* to, Word word) {
  std::memcpy(to, &word, sizeof word);
}

double half_value(std::uint16_t code) {
  const double sign = (code & 0x8000) != 0 ? -1 : 1;
  const int exponent = code >> 10 & 0x1F;
  const double fraction = code & 0x3FF;
  if (exponent == 0x1F)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

/// The code of a number of fp16.
std::uint16_t half_code(double x) {
  const unsigned sign = std::signbit(x) ? 0x8000 : 0;
  const double magnitude = std::fabs(x);
  if (std::isnan(x)) return static_cast<std::uint16_t>(sign | 0x7E00);
  if (std::isinf(x)) return static_cast<std::uint16_t>(sign | 0x7C00);
  if (magnitude < 0x1p-14)
    return static_cast<std::uint16_t>(sign | static_cast<unsigned>(magnitude * 0x1p24));
  const int exponent = std::ilogb(magnitude);
  const auto significand = static_cast<unsigned>(std::ldexp(magnitude, 10 - exponent));
  return static_cast<std::uint16_t>(sign + (static_cast<unsigned>(exponent + 14) << 10) + significand);
}

/// The code of what a format of eight bits rounds x to.
std::uint8_t byte_code(const Format& f, double x) {
  const unsigned sign = std::signbit(x) ? 0x80 : 0;
  const double magnitude = std::fabs(x);
  if (std::isnan(x)) return static_cast<std::uint8_t>(sign | 0x7F);
  const unsigned beyond = f.has_infinity ? 0x7C : 0x7E;  // infinity, or the largest number
  if (magnitude >= 0x1p17) return static_cast<std::uint8_t>(sign | beyond);
  const int least = 1 - f.bias;
  const int exponent = magnitude < std::ldexp(1.0, least) ? least : std::ilogb(magnitude);
  // To nearest even; a carry out of the significand goes on into the exponent.
  const auto steps =
      static_cast<unsigned>(std::nearbyint(std::ldexp(magnitude, f.significand_bits - exponent)));
  const unsigned code = (static_cast<unsigned>(exponent - least) << f.significand_bits) + steps;
  return static_cast<std::uint8_t>(sign | std::min(code, beyond));
}

}  // namespace

double load(const Format& format, const std::byte* from) {
  if (&format == &formats::fp64) return word_at<double>(from);
  if (&format == &formats::fp32) return word_at<float>(from);
  if (&format == &formats::fp16) return half_value(word_at<std::uint16_t>(from));
  return std::bit_cast<float>(std::uint32_t{word_at<std::uint16_t>(from)} << 16);
}

void store(const Format& format, std::byte* to, double value) {
  if (&format == &formats::fp64) {
    put_word(to, value);
  } else if (&format == &formats::fp32) {
    put_word(to, static_cast<float>(value));
  } else if (format.storage_bits == 8) {
    put_word(to, byte_code(format, value));
  } else if (&format == &formats::fp16) {
    put_word(to, half_code(wide(Half(value))));
  } else {
    const auto code = std::bit_cast<std::uint32_t>(static_cast<float>(wide(Bfloat16(value))));
    put_word(to, static_cast<std::uint16_t>(std::isnan(value) ? code >> 16 | 0x40 : code >> 16));
  }
}

}  // namespace ulpgate::host
