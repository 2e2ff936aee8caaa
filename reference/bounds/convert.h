#pragma once
// The bound of `convert`.
//
// A conversion rounds once (IEEE 754-2019, 4.3): the result is one of the two values of the target that
// enclose the exact input x, which lie ulp(x) apart (ulp in the binade of x, not below the smallest
// subnormal). To nearest it is the closer one, so |error| <= ulp(x) / 2, reached by ties; directed and
// stochastic roundings take either, so |error| < ulp(x). The bound is met by no implementation that rounds
// twice or truncates where it claims to round; exact equality is demanded beside it, so the ratio of error
// and bound is a measure and not the verdict.
#include <cstdint>
#include <optional>

#include "reference/formats/encode.h"

namespace ulpgate {

/// In ulps.
double convert_bound(const Rule& rule);

/// Whether the bound speaks of an element at all: of outcomes normal, subnormal and underflow, unless the
/// result is flushed by claim or the target has no zero to round to.
bool convert_bound_applies(const Format& to, const Rule& rule, Outcome outcome);

/// (decoded output - exact input) in ulp(x), signed; the input's magnitude where the target has no sign. Both
/// finite, the input not zero.
double signed_ulp_error(const Format& from, std::uint64_t input, const Format& to, std::uint64_t output);

/// |error| / bound of an element as stored. nullopt where the bound does not apply or the element is no
/// number.
std::optional<double> error_over_bound(const Format& from, std::uint64_t input, const Format& to,
                                       const Rule& rule, std::uint64_t output);

}  // namespace ulpgate
