#pragma once
// The properties of cross_entropy and of its backward pass, and their cases.
#include "suites/rows/property.h"

namespace ulpgate::loss {

using rows::CaseJudgement;
using rows::Cases;
using rows::Definition;
using rows::RowsCase;
using rows::RowsOffer;
using rows::Runner;

std::span<const rows::RowsProperty> forward_properties();
std::span<const rows::RowsProperty> backward_properties();

/// Targets that name no class, one after the other, in the case's second row.
CaseJudgement judge_targets(const Runner& runner, const RowsCase& c);
CaseJudgement judge_adjoint(const Runner& runner, const RowsCase& c);

Cases ignore_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases smoothing_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases reduction_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases target_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
/// Targets far below their rows' largest logit, and rows with one class.
Cases far_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);

}  // namespace ulpgate::loss
