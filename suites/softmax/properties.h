#pragma once
// The properties of softmax and log_softmax, and their cases.
#include "suites/rows/property.h"

namespace ulpgate::softmax {

using rows::CaseJudgement;
using rows::Cases;
using rows::Definition;
using rows::RowsCase;
using rows::RowsOffer;
using rows::Runner;

std::span<const rows::RowsProperty> properties();

bool is_log(const RowsOffer& offer);

CaseJudgement judge_range(const Runner& runner, const RowsCase& c);
CaseJudgement judge_sum(const Runner& runner, const RowsCase& c);
CaseJudgement judge_order(const Runner& runner, const RowsCase& c);
/// The case's logits, against those plus a power of two.
CaseJudgement judge_shift(const Runner& runner, const RowsCase& c);

/// Those of every operation, and rows at the ends of exp's range.
Cases accuracy_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases few_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases shift_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases place_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases mask_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases masked_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases infinity_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases scale_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);

}  // namespace ulpgate::softmax
