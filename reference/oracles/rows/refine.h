#pragma once
// Ziv's strategy: a value computed again with more bits until it is known well enough.
#include <cmath>

#include "reference/exact/ball.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

/// compute(working bits) as an enclosure whose radius is at most 2^-bits of it, or that is 0, or the
/// narrowest that doubles and 2^14 bits allow.
template <typename Compute>
Enclosure refine(int bits, const Compute& compute) {
  Enclosure value = anything();
  for (int working = bits + 64; working <= 1 << 14; working *= 2) {
    const Ball ball = compute(working);
    value = ball.enclosure();
    if (value.radius <= std::ldexp(std::fabs(value.high), -bits)) return value;
    // Known as well as doubles of this size tell, or beyond them all.
    if (value.radius <= 0x1p-1073 || ball.is_known_to(bits)) return value;
  }
  return value;
}

/// Class zero where nothing but 0 is possible.
inline RowValue finite_value(const Enclosure& value) {
  const bool zero = value.high == 0 && value.low == 0 && value.radius == 0;
  return {zero ? NumberClass::zero : NumberClass::finite, false, value};
}

}  // namespace ulpgate
