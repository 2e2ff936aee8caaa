#pragma once
// Inputs that tell encoders apart, and the rules to try on them.
#include <cstdint>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/formats/rule.h"

namespace ulpgate {

/// Positive values from code `magnitude` (a finite one) up to its upper neighbour, exclusive: the value
/// itself, and points on both sides of each place where a rounding changes its mind, closer than 64 bits can
/// tell.
std::vector<Exact> points_above(const Format& format, std::uint64_t magnitude);

/// The value that follows `magnitude` if the exponent were unbounded.
Exact upper_neighbour(const Format& format, std::uint64_t magnitude);

/// Positive values beyond both ends of the range.
std::vector<Exact> points_outside(const Format& format);

/// Every combination of claims that decides a finite value and is valid for `to`. Stochastic rounding is left
/// out.
std::vector<Rule> finite_rules(const Format& to);
/// The roundings alone, with one policy for the rest.
std::vector<Rule> rounding_rules(const Format& to);

}  // namespace ulpgate
