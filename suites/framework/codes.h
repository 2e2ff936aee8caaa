#pragma once
// Codes that cases are made of.
#include <cstdint>

#include "reference/formats/format.h"

namespace ulpgate {

/// Largest finite value; of integers the largest whole number.
double largest_value(const Format& format);

/// Nearest code of a number, saturating; for integers the nearest whole number.
std::uint64_t nearest_code(const Format& format, double value);

/// A NaN of the format, or its largest code where it has none.
std::uint64_t alarming_code(const Format& format);

}  // namespace ulpgate
