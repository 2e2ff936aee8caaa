#pragma once
// Rounding of exact values in integer arithmetic: no result depends on the floating-point environment.
#include <bit>
#include <cstdint>

#include "ulpgate/simt/host_function.h"

namespace simt::arithmetic {

enum class Rounding { nearest_even, toward_zero, up, down };

__extension__ using Wide = unsigned __int128;

/// A binary format of IEEE 754's kind. `Exact` holds a product of two significands with room to spare.
template <class BitsType, class ExactType, int precision_bits, int exponent_bits, BitsType nan_code>
struct Layout {
  using Bits = BitsType;
  using Exact = ExactType;
  static constexpr int precision = precision_bits;
  static constexpr int max_exponent = (1 << (exponent_bits - 1)) - 1;
  static constexpr int min_exponent = 1 - max_exponent;
  static constexpr Bits sign_mask = static_cast<Bits>(Bits{1} << (precision_bits - 1 + exponent_bits));
  static constexpr Bits significand_mask = static_cast<Bits>((Bits{1} << (precision_bits - 1)) - 1);
  static constexpr Bits infinity = static_cast<Bits>(sign_mask - 1 - significand_mask);
  static constexpr Bits one = static_cast<Bits>(Bits{max_exponent} << (precision_bits - 1));
  /// The NaN that the device's arithmetic answers with.
  static constexpr Bits nan = nan_code;
};

using Half = Layout<std::uint16_t, std::uint64_t, 11, 5, 0x7FFF>;
using Bfloat16 = Layout<std::uint16_t, std::uint64_t, 8, 8, 0x7FFF>;
using Single = Layout<std::uint32_t, std::uint64_t, 24, 8, 0x7FFFFFFF>;
using Double = Layout<std::uint64_t, Wide, 53, 11, 0x7FF8000000000000>;

/// (-1)^negative * significand * 2^exponent. Where bits were lost, the lowest bit is set instead of them (the
/// significand is then longer than any precision here by two bits at least, so that no rounding sees a
/// difference).
template <class Significand>
struct Value {
  bool negative;
  int exponent;
  Significand significand;
};

SIMT_FUNCTION int width(std::uint64_t x) { return std::bit_width(x); }
SIMT_FUNCTION int width(Wide x) {
  const auto high = static_cast<std::uint64_t>(x >> 64);
  return high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(x));
}

/// significand * 2^-shift, rounded to an integer; shift > 0.
template <class Significand>
SIMT_FUNCTION Significand shift_right(Significand significand, int shift, bool negative, Rounding rounding) {
  constexpr int bits = static_cast<int>(sizeof(Significand)) * 8;
  const bool all_gone = shift >= bits;
  const Significand kept = all_gone ? 0 : significand >> shift;
  const Significand lost = all_gone ? significand : significand & ((Significand{1} << shift) - 1);
  bool away = false;
  switch (rounding) {
    case Rounding::nearest_even: {
      // A shift beyond the width leaves less than half.
      const Significand half = shift > bits ? 0 : Significand{1} << (shift - 1);
      away = half != 0 && (lost > half || (lost == half && (kept & 1) != 0));
      break;
    }
    case Rounding::toward_zero:
      break;
    case Rounding::up:
      away = lost != 0 && !negative;
      break;
    case Rounding::down:
      away = lost != 0 && negative;
      break;
  }
  return kept + static_cast<Significand>(away);
}

template <class L>
SIMT_FUNCTION typename L::Bits with_sign(typename L::Bits magnitude, bool negative) {
  return static_cast<typename L::Bits>(magnitude | (negative ? L::sign_mask : 0));
}

template <class L>
SIMT_FUNCTION typename L::Bits overflow(bool negative, Rounding rounding) {
  const bool infinite =
      rounding == Rounding::nearest_even || rounding == (negative ? Rounding::down : Rounding::up);
  return with_sign<L>(static_cast<typename L::Bits>(L::infinity - (infinite ? 0 : 1)), negative);
}

/// The code of a value that is not zero.
template <class L, class Significand>
SIMT_FUNCTION typename L::Bits encode(const Value<Significand>& value, Rounding rounding) {
  const int leading = value.exponent + width(value.significand) - 1;
  if (leading > L::max_exponent) return overflow<L>(value.negative, rounding);
  const int exponent = leading < L::min_exponent ? L::min_exponent : leading;
  const int shift = exponent - (L::precision - 1) - value.exponent;
  const Significand rounded = shift > 0 ? shift_right(value.significand, shift, value.negative, rounding)
                                        : static_cast<Significand>(value.significand << -shift);
  // The leading bit adds one to the exponent field, and so does a carry out of the significand: from the
  // largest number to infinity in just the directions that overflow to it.
  const auto field = static_cast<typename L::Bits>(exponent - L::min_exponent);
  const auto code =
      static_cast<typename L::Bits>((field << (L::precision - 1)) + static_cast<typename L::Bits>(rounded));
  return with_sign<L>(code, value.negative);
}

template <class L>
SIMT_FUNCTION bool is_nan(typename L::Bits code) {
  return static_cast<typename L::Bits>(code & ~L::sign_mask) > L::infinity;
}
template <class L>
SIMT_FUNCTION bool is_infinity(typename L::Bits code) {
  return static_cast<typename L::Bits>(code & ~L::sign_mask) == L::infinity;
}
template <class L>
SIMT_FUNCTION bool is_zero(typename L::Bits code) {
  return static_cast<typename L::Bits>(code & ~L::sign_mask) == 0;
}
template <class L>
SIMT_FUNCTION bool is_negative(typename L::Bits code) {
  return (code & L::sign_mask) != 0;
}

/// The value of a finite code.
template <class L, class Significand = typename L::Exact>
SIMT_FUNCTION Value<Significand> decode(typename L::Bits code) {
  const int field = static_cast<int>((code & L::infinity) >> (L::precision - 1));
  const auto low = static_cast<Significand>(code & L::significand_mask);
  const int scale = L::min_exponent - (L::precision - 1);
  if (field == 0) return {is_negative<L>(code), scale, low};
  return {is_negative<L>(code), scale + field - 1,
          low | static_cast<Significand>(typename L::Bits{1} << (L::precision - 1))};
}

}  // namespace simt::arithmetic
