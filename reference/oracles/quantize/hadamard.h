#pragma once
// The random Hadamard transform of groups of sixteen: y = x * D * H / 4, H the Sylvester matrix, whose (i, j)
// is -1 where i and j share an odd number of set bits, D a diagonal of signs (TransformerEngine d0067d0d).
#include <array>
#include <cstdint>
#include <span>

#include "reference/exact/exact.h"

namespace ulpgate::quantize {

inline constexpr int hadamard_size = 16;

/// Bit i set: sign i is -1. From sign 0 on: + + + - + - - - - - - + - + - -.
inline constexpr std::uint32_t hadamard_signs = 0xD7E8;

/// The sign with which x[i] takes part in y[j]: 1 or -1.
constexpr int hadamard_sign(std::uint32_t signs, int i, int j) {
  int odd = static_cast<int>(signs >> i & 1U);
  for (int shared = i & j; shared != 0; shared &= shared - 1) odd ^= 1;
  return odd != 0 ? -1 : 1;
}

/// y[j], exact. NaN and infinities as IEEE 754 has them in sums.
Exact hadamard(std::span<const Exact, hadamard_size> x, std::uint32_t signs, int j);

}  // namespace ulpgate::quantize
