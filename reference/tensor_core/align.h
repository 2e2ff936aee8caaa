#pragma once
// One term of a sum, cut to the last bit that a step keeps.
#include <algorithm>
#include <cstdint>

#include "reference/formats/format.h"
#include "reference/tensor_core/arithmetic.h"

namespace ulpgate {

/// significand * 2^(up - down) as an integer, the rest cut off as `alignment` says. |significand| * 2^up must
/// be below 2^63, and up and down not negative.
template <Alignment alignment>
inline std::int64_t align(std::int64_t significand, int up, int down) {
  const int shift = std::min(down, 63);
  if constexpr (alignment == Alignment::down) return (significand << up) >> shift;
  const std::int64_t sign = significand >> 63;
  const auto magnitude = static_cast<std::uint64_t>((significand ^ sign) - sign) << up;
  std::uint64_t kept = magnitude >> shift;
  if constexpr (alignment == Alignment::nearest_even) {
    const std::uint64_t rest = magnitude & Format::ones(shift);
    const std::uint64_t half = shift == 0 ? 1 : std::uint64_t{1} << (shift - 1);
    if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  }
  return (static_cast<std::int64_t>(kept) ^ sign) - sign;
}

}  // namespace ulpgate
