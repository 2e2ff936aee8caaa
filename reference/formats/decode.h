#pragma once
// Exact decoding of a code into sign, integer significand and exponent.
#include <cstdint>

#include "reference/formats/format.h"

namespace ulpgate {

enum class NumberClass { zero, finite, infinity, nan };

/// value = (-1)^negative * significand * 2^exponent for class finite; significand is not normalised.
/// For NaN, significand holds the payload bits (the significand field), left-aligned to bit 63.
struct Unpacked {
  NumberClass number_class = NumberClass::zero;
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;
  /// The true significand is larger than `significand` by less than 1 (set when a wider value was cut to
  /// fit).
  bool sticky = false;
};

/// Decodes the bits of `code` that belong to the format; padding and unused high bits are ignored.
Unpacked unpack(const Format& format, std::uint64_t code);

bool is_nan(const Format& format, std::uint64_t code);
bool is_infinity(const Format& format, std::uint64_t code);
bool is_finite(const Format& format, std::uint64_t code);

/// The value as a double: exact for every format here but int64, where it is rounded; for messages and plots.
double to_double(const Format& format, std::uint64_t code);

}  // namespace ulpgate
