#pragma once
// What a conversion does where the field disagrees. A rule plus an input value fixes the output code.
#include <cstdint>
#include <string>

#include "reference/formats/format.h"

namespace ulpgate {

enum class Rounding {
  nearest_even,
  toward_zero,
  nearest_away,
  up,
  down,
  /// Up in magnitude iff floor(fraction * 2^n) + random >= 2^n, with n random bits (PTX cvt.rs as described
  /// by TransformerEngine's software stand-in): P(up) = floor(fraction * 2^n) / 2^n.
  stochastic,
  /// e8m0 only, and only below 2^-126 different from nearest_away: anything in (2^-127, 2^-126) goes up
  /// (PyTorch's and ml_dtypes' field arithmetic).
  e8m0_nearest_field,
  /// e8m0 only, and only at and below 2^-127 different from up: anything in (0, 2^-126) goes to 2^-126 (ONNX
  /// "up").
  e8m0_up_field,
};

/// A finite value beyond the largest finite one after rounding with an unbounded exponent.
enum class Overflow {
  infinity,    ///< IEEE 754: infinity, or the largest finite value where the rounding direction says so
  saturate,    ///< largest finite value
  nan,         ///< a NaN, any sign
  nan_signed,  ///< the quiet NaN without payload, with the input's sign where the target's NaN has two
};

enum class InfinityRule { infinity, saturate, nan, nan_signed };

/// What a NaN becomes.
enum class NanRule {
  any,                ///< any NaN code of the target
  code,               ///< `nan_code`, whatever the input's sign
  code_signed,        ///< `nan_code` with the input's sign
  payload,            ///< IEEE 754: sign and leading payload bits kept, quieted
  max_positive,       ///< formats without NaN: the largest finite value
  max_signed,         ///< the largest finite value with the input's sign
  zero_flipped_sign,  ///< a zero of the opposite sign (ml_dtypes' sub-byte formats)
};

/// What a value below zero, or -infinity, becomes where the target has no sign. -0 is not below zero: it
/// becomes what zero becomes.
enum class NegativeRule { magnitude, zero, nan };
/// What zero becomes where the target has no zero (e8m0).
enum class ZeroRule { smallest, nan };
enum class Subnormals { kept, flushed };

struct Rule {
  Rounding rounding = Rounding::nearest_even;
  Overflow overflow = Overflow::infinity;
  InfinityRule infinity = InfinityRule::infinity;
  NanRule nan = NanRule::any;
  std::uint64_t nan_code = 0;
  NegativeRule negative = NegativeRule::magnitude;
  ZeroRule zero = ZeroRule::smallest;
  Subnormals subnormals = Subnormals::kept;
  int random_bits = 0;  ///< stochastic: how many bits of the random word decide
};

/// Empty when a conversion to `to` under `rule` is defined for every input of `from`; else one sentence
/// saying what is not.
std::string check_rule(const Format& from, const Format& to, const Rule& rule);

}  // namespace ulpgate
