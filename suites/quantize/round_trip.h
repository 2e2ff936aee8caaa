#pragma once
// The round trip: what comes out, decoded without an error, beside x.
#include "suites/quantize/property.h"

namespace ulpgate::blocks {

/// Where there is something to lose: scales of every exponent, ties, what lies beyond the largest number.
Cases trip_cases(const BlocksOffer&, Tier, std::uint64_t seed);

/// Every code, times the scale that came out with it (or was given), lies within round_trip_bound of x.
/// Elements whose bound is infinite are not judged.
CaseJudgement judge_trip(const Runner& runner, const BlocksCase& c);

}  // namespace ulpgate::blocks
