#pragma once
// What messages about failures have in common, whatever the operation is.
#include <cstdint>
#include <optional>
#include <string>

#include "reference/formats/format.h"

namespace ulpgate {

/// ", +3 codes": how far a code is from the right one. Empty where it is that, or where there is no distance.
std::string distance_text(const Format& format, std::uint64_t expected, std::uint64_t actual);
/// "+3", "0" or "not a distance".
std::string ulps_text(const Format& format, std::uint64_t expected, std::uint64_t actual);

/// ", error/bound 1.25"; empty where there is none.
std::string ratio_text(const std::optional<double>& error_over_bound);

}  // namespace ulpgate
