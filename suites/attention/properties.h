#pragma once
// The properties of attention, and their cases.
#include "suites/rows/property.h"

namespace ulpgate::attention {

using rows::CaseJudgement;
using rows::Cases;
using rows::Definition;
using rows::RowsCase;
using rows::RowsOffer;
using rows::Runner;

/// The case cut in two along n, at places that its seed gives.
CaseJudgement judge_cuts(const Runner& runner, const RowsCase& c);
/// The case's scores, against those plus a power of two.
CaseJudgement judge_shift(const Runner& runner, const RowsCase& c);

Cases accuracy_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases cut_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases shift_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases place_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases masked_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases constant_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases causal_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases scale_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);

}  // namespace ulpgate::attention
