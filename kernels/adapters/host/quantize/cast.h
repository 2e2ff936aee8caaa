#pragma once
// Elements of 8 bits and fewer from fp32 numbers and back.
#include <cstdint>

#include "reference/formats/format.h"

namespace ulpgate::host {

/// What becomes of numbers beyond the largest one, of infinity, and of NaN.
struct Cast {
  const Format* to = &formats::e4m3;
  bool saturates = true;    ///< else infinity, or NaN where the format has none
  bool keeps_sign = false;  ///< of NaN
  std::uint8_t nan = 0x7F;  ///< its code; the largest number of formats that have none
};

float largest(const Format& f);
float quantized_value(const Format& f, std::uint8_t code);

/// To nearest even.
std::uint8_t cast(const Cast& c, float t);
/// Saturating; up in magnitude where floor(256 * fraction) + byte is 256 or more.
std::uint8_t cast_stochastic(const Cast& c, float t, std::uint8_t byte);

}  // namespace ulpgate::host
