#pragma once
// 2^exponent, without a call where it is a normal double.
#include <bit>
#include <cmath>
#include <cstdint>

namespace ulpgate {

/// 0 below 2^-1074, infinity above 2^1023.
inline double power_of_two(int exponent) {
  if (exponent < -1022 || exponent > 1023) return std::ldexp(1.0, exponent);
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

}  // namespace ulpgate
