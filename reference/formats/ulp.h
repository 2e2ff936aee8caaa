#pragma once
// Neighbours and distances on a format's own grid.
#include <cstdint>
#include <optional>

#include "reference/formats/format.h"

namespace ulpgate {

/// Position of a finite code, or infinity, on the line of values: consecutive numbers are consecutive values,
/// both zeros are 0, infinity follows the largest finite value. e8m0, which has no zero, counts from its
/// smallest value, 2^-127, at 0; an integer is its own ordinal. nullopt for NaN.
std::optional<std::int64_t> ordinal(const Format& format, std::uint64_t code);
/// The inverse of ordinal; nullopt where no finite value or infinity has that place. Ordinal 0 is +0 where
/// the format has a zero; padding bits are zero.
std::optional<std::uint64_t> code_of_ordinal(const Format& format, std::int64_t ordinal);

/// Neighbouring value towards +infinity / -infinity; nullopt at the end of the line and for NaN.
std::optional<std::uint64_t> next_up(const Format& format, std::uint64_t code);
std::optional<std::uint64_t> next_down(const Format& format, std::uint64_t code);

/// ordinal(actual) - ordinal(expected): how many values apart, signed. nullopt when either is NaN, or the
/// difference leaves int64.
std::optional<std::int64_t> ulp_distance(const Format& format, std::uint64_t expected, std::uint64_t actual);

/// Exponent of the unit in the last place of a finite code: neighbours above it in magnitude differ by
/// 2^result. Meaningless for infinities and NaN.
int ulp_exponent(const Format& format, std::uint64_t code);

}  // namespace ulpgate
