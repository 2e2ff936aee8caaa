#pragma once
// Whether an enclosure of an oracle holds the twin's value.
#include <cmath>

#include "reference/exact/enclosure.h"
#include "reference/twins/norm.h"

namespace ulpgate {

/// Beyond what the twin's own roundings can do, of the value and of what cancels in it.
inline bool contains(const Enclosure& e, const TwinReal& twin, double part) {
  if (std::isinf(e.radius)) return true;
  const TwinReal middle = TwinReal(e.high) + TwinReal(e.low);
  return abs(middle - twin) <= TwinReal(e.radius) + (abs(twin) + TwinReal(part)) * ldexp(TwinReal(1), -4500);
}

}  // namespace ulpgate
