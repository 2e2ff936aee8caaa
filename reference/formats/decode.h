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
inline Unpacked unpack(const Format& format, std::uint64_t code);

inline bool is_nan(const Format& format, std::uint64_t code);
inline bool is_infinity(const Format& format, std::uint64_t code);
inline bool is_finite(const Format& format, std::uint64_t code);

/// The value as a double: exact for every format here but int64, where it is rounded; for messages and plots.
double to_double(const Format& format, std::uint64_t code);

// Judging decodes every element: these are worth inlining.

inline bool is_nan(const Format& f, std::uint64_t code) {
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

inline bool is_infinity(const Format& f, std::uint64_t code) {
  return f.has_infinity && (code & f.magnitude_mask()) == infinity_magnitude(f);
}

inline bool is_finite(const Format& f, std::uint64_t code) {
  return !is_nan(f, code) && !is_infinity(f, code);
}

namespace detail {

inline Unpacked unpack_integer(const Format& f, std::uint64_t code) {
  code &= f.code_mask();
  Unpacked u;
  u.negative = (code & f.sign_mask()) != 0;
  u.significand = u.negative ? (~code + 1) & f.code_mask() : code;
  u.number_class = u.significand == 0 ? NumberClass::zero : NumberClass::finite;
  return u;
}

}  // namespace detail

inline Unpacked unpack(const Format& f, std::uint64_t code) {
  if (f.kind == FormatKind::integer) return detail::unpack_integer(f, code);
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

}  // namespace ulpgate
