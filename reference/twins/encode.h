#pragma once
// The second encoder: slow, independent of formats/encode.cpp and formats/decode.cpp, and there to convict
// them.
//
// It finds the two neighbours of a value in the ordered list of the format's magnitudes by bisection, and
// compares the value with them and with their midpoint as rational numbers (IEEE 754-2019, section 4.3: the
// rounding directions are defined by such comparisons). Overflow is rounding to the magnitude that would
// follow the largest one, or beyond it (section 7.4).
#include <cstdint>

#include "reference/exact/exact.h"
#include "reference/formats/encode.h"
#include "reference/twins/values.h"

namespace ulpgate {

/// Where a magnitude lies among those of a format.
struct TwinPlace {
  bool below_first = false;  ///< below the smallest magnitude (e8m0 alone has no zero)
  bool beyond_last = false;  ///< at or beyond the continuation of the line
  std::uint64_t lower = 0;   ///< index of the largest magnitude not above
  bool exact = false;        ///< equal to that magnitude
  int against_middle = 0;    ///< -1, 0, 1: below, at, above the middle between the neighbours
  Rational fraction;         ///< (value - lower) / (upper - lower); filled when asked for
};

/// |value| must be of class finite.
TwinPlace twin_locate(const Format& to, const Exact& value, bool with_fraction = true);

/// As encode(): `rule` must be valid for the target.
Expected twin_encode(const Format& to, const Exact& value, const Rule& rule, std::uint64_t random = 0);
/// The same for a value of class finite whose place is known: many rules for one value. `place.fraction` is
/// used by stochastic rounding alone.
Expected twin_encode_at(const Format& to, const TwinPlace& place, bool negative, const Rule& rule,
                        std::uint64_t random = 0);

}  // namespace ulpgate
