#pragma once
// Cases of quantize, and the property that no oracle is needed for.
#include "suites/quantize/property.h"

namespace ulpgate::blocks {

/// Amaxes from every exponent of x, beside every number where scales change.
Cases scale_cases(const BlocksOffer&, Tier, std::uint64_t seed);
/// Ties and their neighbours; every code of a 16-bit x.
Cases element_cases(const BlocksOffer&, Tier, std::uint64_t seed);
/// Scales of every kind, and x that has outgrown them.
Cases given_cases(const BlocksOffer&, Tier, std::uint64_t seed);
/// Amaxes between the largest number and twice it.
Cases range_cases(const BlocksOffer&, Tier, std::uint64_t seed);
Cases zero_cases(const BlocksOffer&, Tier, std::uint64_t seed);
Cases shift_cases(const BlocksOffer&, Tier, std::uint64_t seed);
Cases layout_cases(const BlocksOffer&, Tier, std::uint64_t seed);
/// Even and odd rows, every code.
Cases pack_cases(const BlocksOffer&, Tier, std::uint64_t seed);
/// Every value of the low eight random bits, on fractions between two codes.
Cases random_cases(const BlocksOffer&, Tier, std::uint64_t seed);

/// x and x * 2^k: the same codes; scales e8m0 k larger, fp32 times 2^k, e4m3 the same.
CaseJudgement judge_shift(const Runner& runner, const BlocksCase& c);

}  // namespace ulpgate::blocks
