#pragma once
// The fast path of the convert oracle: fp32 inputs into floating formats of at most 32 bits, in 32-bit
// integer arithmetic that compilers turn into vector code.
//
// Derivation. Let the input be sig * 2^(E-150) with E = max(exponent field, 1) and sig < 2^24. In the target,
// with m stored bits and smallest normal exponent field (in fp32 terms) Emin, the last kept bit of the result
// weighs 2^(D-127-m), D = max(E, Emin). So sh = 23 - m + D - E low bits of sig are discarded, and
//     code = ((D - Emin) << m) + ((sig + increment) >> sh)
// where `increment` makes the truncating shift round as asked (half - 1 + odd, half, 0 or 2^sh - 1). A carry
// out of the significand lands in the exponent field, which is right because codes are contiguous across
// binades. For sh >= 26 every increment gives the same result as at 26, so sh is clamped to 31.
#include <cstddef>
#include <cstdint>

#include "reference/formats/encode.h"

namespace ulpgate::detail {

/// How the magnitude is rounded once the sign is known.
enum class MagnitudeRounding { nearest_even, nearest_away, toward_zero, up, down };

struct Fp32Target {
  std::uint32_t significand_bits;
  std::uint32_t min_exponent_field;  ///< Emin
  std::uint32_t padding_bits;
  std::uint32_t max_finite;       ///< magnitude code without padding
  std::uint32_t smallest_normal;  ///< magnitude code without padding
  std::uint32_t flush_below;      ///< magnitude codes below become zero
  std::uint32_t sign_shift;
  std::uint32_t sign_of_zero;  ///< mask: all ones where the target has a negative zero
  std::uint32_t overflow[2];   ///< element for a positive, a negative overflow
  std::uint32_t infinity[2];
  std::uint32_t nan[2];        ///< before payload
  std::uint32_t payload_mask;  ///< of the fp32 significand, zero unless payloads are kept
  std::uint32_t payload_shift;
  std::uint32_t keep_mask;         ///< bits of an output element that are compared
  std::uint32_t any_nan;           ///< all ones where any NaN code answers a NaN
  std::uint32_t overflow_any_nan;  ///< all ones where any NaN code answers an overflow
  std::uint32_t infinity_any_nan;
  std::uint32_t nan_and, nan_low, nan_span;  ///< NaN codes: ((code & and) - low) <= span
};

struct Fp32Sums {
  std::uint64_t judged[7] = {};  ///< by Outcome, up to nan: targets of this path have signs
  std::uint64_t mismatches = 0;
  float max_abs = 0;
  double sum = 0;
  double sum_squares = 0;
};

Fp32Target make_fp32_target(const Format& to, const Rule& rule);

/// `storage_bits` is 8, 16 or 32. Errors are summed in 16 lanes whatever the machine's vector length.
Fp32Sums judge_fp32(const Fp32Target& target, MagnitudeRounding rounding, int storage_bits,
                    const std::uint32_t* inputs, const void* outputs, std::size_t count);

}  // namespace ulpgate::detail
