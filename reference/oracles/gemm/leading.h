#pragma once
// Exact integers to the two leading doubles of their value.
#include <bit>
#include <cstdint>
#include <span>

#include "reference/exact/exact.h"

namespace ulpgate::products {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

/// 2^exponent, exponent in [-1022, 1023].
inline double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// high: the value rounded to nearest even; low: the rest, likewise; flags: has_remainder, beyond_double.
struct Leading {
  double high = 0;
  double low = 0;
  std::uint8_t flags = 0;
};

/// value * 2^exponent, |value| < 2^126.
Leading leading(Int128 value, int exponent);

/// (top * 2^(32 * limbs.size()) + sum over i of limbs[i] * 2^(32 i)) * 2^exponent.
Leading leading(std::int64_t top, std::span<const std::uint32_t> limbs, int exponent);

/// A finite value.
Leading leading(const Exact& value);

/// A bound on |sum - (high + low)|: half a unit in the last place of low.
double radius_of(double low, std::uint8_t flags);

}  // namespace ulpgate::products
