#pragma once
// Arithmetic on codes by exact numbers and the encoder, for judging the executor's intrinsics.
#include <cstdint>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/formats/format.h"
#include "reference/formats/rule.h"
#include "reference/tests/words.h"

namespace ulpgate {

/// The device's NaN, 0x7FFF..., except for fp64, where any NaN will do.
bool agrees(const Format& format, std::uint64_t got, const Expected& expected);

Expected oracle_multiply_add(const Format& format, std::uint64_t a, std::uint64_t b, std::uint64_t c,
                             Rounding rounding);
Expected oracle_add(const Format& format, std::uint64_t a, std::uint64_t b, Rounding rounding);
Expected oracle_multiply(const Format& format, std::uint64_t a, std::uint64_t b, Rounding rounding);
Expected oracle_divide(const Format& format, std::uint64_t a, std::uint64_t b, Rounding rounding);
Expected oracle_square_root(const Format& format, std::uint64_t a, Rounding rounding);
Expected oracle_reciprocal_square_root(const Format& format, std::uint64_t a);
Expected oracle_round(const Format& format, const Exact& value, Rounding rounding);

/// Zeros, ends of the subnormals and normals, one and its neighbours, infinities, NaN; both signs.
std::vector<std::uint64_t> corner_codes(const Format& format);

struct Triple {
  std::uint64_t a, b, c;
};
/// Any codes; codes of near exponents; sums that cancel all, or nearly all, of the product.
Triple draw_triple(const Format& format, Words& words);

#ifdef ULPGATE_SANITIZED
inline constexpr int sanitizers_slow_down = 20;
#else
inline constexpr int sanitizers_slow_down = 1;
#endif

}  // namespace ulpgate
