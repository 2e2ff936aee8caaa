#include "suites/framework/failure_text.h"

#include <cstdio>

#include "reference/formats/ulp.h"
#include "suites/framework/text.h"

namespace ulpgate {

std::string distance_text(const Format& format, std::uint64_t expected, std::uint64_t actual) {
  const auto distance = ulp_distance(format, expected, actual);
  return distance && *distance != 0 ? ", " + codes_away(*distance) : "";
}

std::string ulps_text(const Format& format, std::uint64_t expected, std::uint64_t actual) {
  const auto distance = ulp_distance(format, expected, actual);
  return distance ? (*distance > 0 ? "+" : "") + std::to_string(*distance) : "not a distance";
}

std::string ratio_text(const std::optional<double>& error_over_bound) {
  if (!error_over_bound) return {};
  char number[48];
  std::snprintf(number, sizeof number, ", error/bound %.4g", *error_over_bound);
  return number;
}

}  // namespace ulpgate
