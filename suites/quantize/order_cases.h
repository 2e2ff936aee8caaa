#pragma once
// Inputs on which plausible orders of roundings come out differently. Chance hardly finds them: results of
// fp32 steps differ by an ulp, and the format that is rounded to shows that only beside a tie.
#include "suites/quantize/property.h"

namespace ulpgate::blocks {

/// Of scales that are given: x / s and x * RN(1 / s) are different codes. Scales are ordinary, subnormal, so
/// that 1 / s is infinite, or so large that 1 / s is subnormal.
Cases inverse_cases(const BlocksOffer&, Tier, std::uint64_t seed);

/// Of the rules of nvfp4: q, scale and G whose y tells the claimed order from another one.
Cases order_cases(const BlocksOffer&, Tier, std::uint64_t seed);

}  // namespace ulpgate::blocks
