// The vector code of the fp32 judge. CMake compiles this file once for each instruction set, into
// ULPGATE_ISA's namespace; the chosen one is called at run time. Nothing here may be an inline function of a
// header: the linker would keep one copy for all.
#include "reference/oracles/convert_fp32.h"

namespace ulpgate::detail {
namespace {

constexpr std::size_t lanes = 16;
constexpr std::size_t strip = 512;  // float sums are moved to double after so many elements

// Sixteen lanes as the compilers' generic vectors: whatever the machine has, lane by lane the same
// arithmetic.
template <typename T>
using Lanes [[gnu::vector_size(lanes * sizeof(T))]] = T;
using U = Lanes<std::uint32_t>;
using I = Lanes<std::int32_t>;
using F = Lanes<float>;

// Comparisons of generic vectors give signed masks: all ones where true.
[[gnu::always_inline]] inline U mask(I comparison) { return reinterpret_cast<U>(comparison); }
[[gnu::always_inline]] inline U select(U m, U a, U b) { return (a & m) | (b & ~m); }
[[gnu::always_inline]] inline U minimum(U a, U b) { return select(mask(a < b), a, b); }
[[gnu::always_inline]] inline U maximum(U a, U b) { return select(mask(a > b), a, b); }
[[gnu::always_inline]] inline F to_float(U small) {
  return __builtin_convertvector(reinterpret_cast<I>(small), F);
}

template <typename Element>
[[gnu::always_inline]] inline U load_lanes(const Element* from) {
  Lanes<Element> raw;
  __builtin_memcpy(&raw, from, sizeof raw);
  return __builtin_convertvector(raw, U);
}

template <MagnitudeRounding rounding>
[[gnu::always_inline]] inline U increment(U half, U odd, U sign) {
  switch (rounding) {
    case MagnitudeRounding::nearest_even:
      return half - 1u + odd;
    case MagnitudeRounding::nearest_away:
      return half;
    case MagnitudeRounding::toward_zero:
      return U{};
    case MagnitudeRounding::up:
      return (2u * half - 1u) & ~sign;
    case MagnitudeRounding::down:
      return (2u * half - 1u) & sign;
  }
  return U{};
}

/// Sums of one strip, a lane each; counts are kept negative because masks are -1.
struct LaneSums {
  U outcome[7] = {};
  U mismatch = {};
  U largest = {};  // bits: non-negative floats are ordered as integers
  F sum = {};
  F squares = {};
};

template <MagnitudeRounding rounding>
[[gnu::always_inline]] inline void judge_lanes(const Fp32Target& target, U bits, U stored, LaneSums& sums) {
  const U actual = stored & target.keep_mask;
  const U sign = 0u - (bits >> 31);
  const U magnitude = bits & 0x7FFFFFFFu;
  const U field = magnitude >> 23;
  const U has_leading_bit = mask(field != 0u);
  const U significand = (magnitude & 0x7FFFFFu) | (has_leading_bit & 0x800000u);
  const U exponent = select(has_leading_bit, field, U{} + 1u);
  const U scaled = maximum(exponent, U{} + target.min_exponent_field);
  const U true_shift = 23u - target.significand_bits + scaled - exponent;
  const U shift = minimum(true_shift, U{} + 31u);
  const U half = ((U{} + 1u) << shift) >> 1;
  const U odd = (significand >> shift) & 1u;
  const U rounded = (significand + increment<rounding>(half, odd, sign)) >> shift;
  const U code = ((scaled - target.min_exponent_field) << target.significand_bits) + rounded;

  const U is_nan = mask(magnitude > 0x7F800000u);
  const U is_infinity = mask(magnitude == 0x7F800000u);
  const U is_zero_input = mask(magnitude == 0u);
  const U special = is_nan | is_infinity;
  const U is_overflow = mask(code > target.max_finite) & ~special;
  const U is_finite = ~(special | is_overflow | is_zero_input);
  const U is_zero_code = mask(code == 0u);
  const U is_underflow = is_finite & is_zero_code;
  const U is_subnormal = is_finite & mask(code < target.smallest_normal) & ~is_zero_code;
  const U flushed = mask(code < target.flush_below);

  const U kept = code & ~flushed;
  const U sign_bit = (sign & (mask(kept != 0u) | target.sign_of_zero) & 1u) << target.sign_shift;
  U expected = (kept << target.padding_bits) | sign_bit;
  expected = select(is_overflow, select(sign, U{} + target.overflow[1], U{} + target.overflow[0]), expected);
  expected = select(is_infinity, select(sign, U{} + target.infinity[1], U{} + target.infinity[0]), expected);
  const U payload = (magnitude & target.payload_mask) >> target.payload_shift;
  expected = select(is_nan, select(sign, U{} + target.nan[1], U{} + target.nan[0]) | payload, expected);

  const U actual_is_nan = mask(((actual & target.nan_and) - target.nan_low) <= target.nan_span);
  const U any_nan = (is_nan & target.any_nan) | (is_overflow & target.overflow_any_nan) |
                    (is_infinity & target.infinity_any_nan);
  const U mismatch = mask(actual != expected) & ~(any_nan & actual_is_nan);

  sums.outcome[static_cast<int>(Outcome::normal)] += is_finite & ~is_underflow & ~is_subnormal;
  sums.outcome[static_cast<int>(Outcome::subnormal)] += is_subnormal;
  sums.outcome[static_cast<int>(Outcome::underflow)] += is_underflow;
  sums.outcome[static_cast<int>(Outcome::zero)] += is_zero_input;
  sums.outcome[static_cast<int>(Outcome::overflow)] += is_overflow;
  sums.outcome[static_cast<int>(Outcome::infinity)] += is_infinity;
  sums.outcome[static_cast<int>(Outcome::nan)] += is_nan;
  sums.mismatch += mismatch;

  // Exact up to a shift of 24: both terms have at most 24 bits, and so has their difference. Beyond, the
  // float rounding of this statistic is the same everywhere.
  const U ulp_bits = (127u - minimum(true_shift, U{} + 126u)) << 23;
  const F magnitude_error = to_float(rounded) - to_float(significand) * reinterpret_cast<F>(ulp_bits);
  const U counted = is_finite & ~mismatch & ~(flushed & is_subnormal);
  const U error_bits = (reinterpret_cast<U>(magnitude_error) ^ (sign & 0x80000000u)) & counted;
  const F error = reinterpret_cast<F>(error_bits);
  sums.largest = maximum(sums.largest, error_bits & 0x7FFFFFFFu);
  sums.sum += error;
  sums.squares += error * error;
}

void add_lanes(const LaneSums& strip_sums, Fp32Sums& sums) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    for (std::size_t o = 0; o < 7; ++o) sums.judged[o] += 0u - strip_sums.outcome[o][lane];
    sums.mismatches += 0u - strip_sums.mismatch[lane];
    const std::uint32_t largest = strip_sums.largest[lane];
    const float size = __builtin_bit_cast(float, largest);
    if (size > sums.max_abs) sums.max_abs = size;
    sums.sum += static_cast<double>(strip_sums.sum[lane]);
    sums.sum_squares += static_cast<double>(strip_sums.squares[lane]);
  }
}

template <MagnitudeRounding rounding, typename Element>
Fp32Sums judge_all(const Fp32Target& target, const std::uint32_t* in, const Element* out, std::size_t count) {
  Fp32Sums sums;
  for (std::size_t first = 0; first < count; first += strip) {
    LaneSums strip_sums;
    const std::size_t end = first + strip < count ? first + strip : count;
    for (std::size_t i = first; i < end; i += lanes) {
      judge_lanes<rounding>(target, load_lanes(in + i), load_lanes(out + i), strip_sums);
    }
    add_lanes(strip_sums, sums);
  }
  return sums;
}

template <MagnitudeRounding rounding>
Fp32Sums judge_sized(const Fp32Target& target, int storage_bits, const std::uint32_t* in, const void* out,
                     std::size_t count) {
  switch (storage_bits) {
    case 8:
      return judge_all<rounding>(target, in, static_cast<const std::uint8_t*>(out), count);
    case 16:
      return judge_all<rounding>(target, in, static_cast<const std::uint16_t*>(out), count);
    default:
      return judge_all<rounding>(target, in, static_cast<const std::uint32_t*>(out), count);
  }
}

}  // namespace

namespace ULPGATE_ISA {

Fp32Sums judge(const Fp32Target& target, MagnitudeRounding rounding, int storage_bits,
               const std::uint32_t* in, const void* out, std::size_t count) {
  switch (rounding) {
    case MagnitudeRounding::nearest_even:
      return judge_sized<MagnitudeRounding::nearest_even>(target, storage_bits, in, out, count);
    case MagnitudeRounding::nearest_away:
      return judge_sized<MagnitudeRounding::nearest_away>(target, storage_bits, in, out, count);
    case MagnitudeRounding::toward_zero:
      return judge_sized<MagnitudeRounding::toward_zero>(target, storage_bits, in, out, count);
    case MagnitudeRounding::up:
      return judge_sized<MagnitudeRounding::up>(target, storage_bits, in, out, count);
    case MagnitudeRounding::down:
      return judge_sized<MagnitudeRounding::down>(target, storage_bits, in, out, count);
  }
  return {};
}

}  // namespace ULPGATE_ISA
}  // namespace ulpgate::detail
