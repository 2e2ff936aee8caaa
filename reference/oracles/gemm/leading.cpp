#include "reference/oracles/gemm/leading.h"

#include <bit>
#include <cmath>
#include <limits>

#include "reference/oracles/gemm/factor.h"

namespace ulpgate::products {
namespace {

int bit_length(UInt128 x) {
  const auto upper = static_cast<std::uint64_t>(x >> 64);
  return static_cast<int>(upper != 0 ? 64 + std::bit_width(upper)
                                     : std::bit_width(static_cast<std::uint64_t>(x)));
}

/// A number rounded to 53 bits: value * 2^shift, exactly; `integer` is the same number.
struct Rounded {
  double value = 0;
  int shift = 0;
  Int128 integer = 0;
};

/// value + fraction, rounded to nearest even, where the fraction lies in (0, 1) if `more`, else is 0. With
/// `more`, |value| must be at least 2^64.
Rounded round(Int128 value, bool more) {
  const bool negative = value < 0;
  UInt128 magnitude = negative ? 0 - static_cast<UInt128>(value) : static_cast<UInt128>(value);
  // Below zero the fraction takes from the magnitude.
  if (negative && more) magnitude -= 1;
  const int shift = bit_length(magnitude) - 63;
  if (shift <= 0) {
    const auto small = static_cast<std::int64_t>(magnitude);
    const auto rounded = static_cast<double>(small);
    const auto integer = static_cast<Int128>(static_cast<std::uint64_t>(rounded));
    return {negative ? -rounded : rounded, 0, negative ? -integer : integer};
  }
  // 63 bits, the last of them sticky: far below the 53rd, so the conversion rounds the whole.
  auto leading_bits = static_cast<std::uint64_t>(magnitude >> shift);
  const bool lost = (magnitude & ((static_cast<UInt128>(1) << shift) - 1)) != 0;
  if (lost || more) leading_bits |= 1;
  const auto rounded = static_cast<double>(static_cast<std::int64_t>(leading_bits));
  const auto integer =
      static_cast<Int128>(static_cast<UInt128>(static_cast<std::uint64_t>(rounded)) << shift);
  return {negative ? -rounded : rounded, shift, negative ? -integer : integer};
}

bool in_range(int exponent, int length) { return exponent >= -1000 && exponent + length <= 1000; }

double scaled(const Rounded& r, int exponent) { return r.value * power_of_two(r.shift + exponent); }

Exact to_exact(Int128 value, int exponent) {
  const bool negative = value < 0;
  const UInt128 magnitude = negative ? 0 - static_cast<UInt128>(value) : static_cast<UInt128>(value);
  return {negative, Exact::Integer(magnitude), exponent};
}

Exact to_exact(std::int64_t top, std::span<const std::uint32_t> limbs, int exponent) {
  Exact::Integer magnitude;
  boost::multiprecision::import_bits(magnitude, limbs.begin(), limbs.end(), 32, false);
  const int top_place = 32 * static_cast<int>(limbs.size());
  return Exact(false, magnitude, exponent) + Exact::from_integer(top).scaled(exponent + top_place);
}

bool any(std::span<const std::uint32_t> limbs) {
  for (const std::uint32_t limb : limbs) {
    if (limb != 0) return true;
  }
  return false;
}

/// Moves limbs from the end of the span into value until it has at least 90 bits.
void refill(Int128& value, std::span<const std::uint32_t>& limbs) {
  constexpr Int128 enough = static_cast<Int128>(1) << 90;
  while (!limbs.empty() && value < enough && value > -enough) {
    value = value * (Int128{1} << 32) + limbs.back();
    limbs = limbs.first(limbs.size() - 1);
  }
}

}  // namespace

Leading leading(Int128 value, int exponent) {
  if (!in_range(exponent, 127)) return leading(to_exact(value, exponent));
  const Rounded high = round(value, false);
  const Int128 rest = value - high.integer;
  if (rest == 0) return {scaled(high, exponent) + 0.0, 0, 0};
  const Rounded low = round(rest, false);
  return {scaled(high, exponent), scaled(low, exponent),
          static_cast<std::uint8_t>(rest == low.integer ? 0 : has_remainder)};
}

Leading leading(std::int64_t top, std::span<const std::uint32_t> limbs, int exponent) {
  const std::span<const std::uint32_t> all = limbs;
  Int128 value = top;
  refill(value, limbs);
  int unit = exponent + 32 * static_cast<int>(limbs.size());
  const int length = bit_length(value < 0 ? 0 - static_cast<UInt128>(value) : static_cast<UInt128>(value));
  if (length + unit > 1026) {
    constexpr double most = std::numeric_limits<double>::max();
    return {value < 0 ? -most : most, 0, beyond_double};
  }
  if (value != 0 && !in_range(unit, length)) return leading(to_exact(top, all, exponent));
  const Rounded high = round(value, any(limbs));
  Leading result{.high = value == 0 ? 0.0 : scaled(high, unit)};
  value -= high.integer;
  refill(value, limbs);
  unit = exponent + 32 * static_cast<int>(limbs.size());
  if (value == 0 && limbs.empty()) return result;
  if (unit < -1000) return leading(to_exact(top, all, exponent));
  const bool more = any(limbs);
  const Rounded low = round(value, more);
  result.low = scaled(low, unit);
  if (more || value != low.integer) result.flags = has_remainder;
  return result;
}

Leading leading(const Exact& value) {
  Leading result;
  result.high = value.to_double() + 0.0;
  if (!std::isfinite(result.high)) {
    result.high = std::copysign(std::numeric_limits<double>::max(), result.high);
    result.flags = beyond_double;
    return result;
  }
  const Exact rest = value - Exact::from_double(result.high);
  result.low = rest.to_double() + 0.0;
  if (rest != Exact::from_double(result.low)) result.flags = has_remainder;
  return result;
}

double radius_of(double low, std::uint8_t flags) {
  if ((flags & beyond_double) != 0) return std::numeric_limits<double>::infinity();
  if ((flags & has_remainder) == 0) return 0;
  // Below 2^-1021 half a unit is 2^-1075, which rounds up to the smallest double.
  const int exponent = low == 0 ? -1074 : std::ilogb(low);
  return exponent - 53 >= -1022 ? power_of_two(exponent - 53)
                                : std::ldexp(1.0, std::max(exponent - 53, -1074));
}

}  // namespace ulpgate::products
