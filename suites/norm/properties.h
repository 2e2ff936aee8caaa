#pragma once
// The properties of layer_norm, rms_norm and group_norm, and their cases.
#include "suites/rows/property.h"

namespace ulpgate::norm {

using rows::CaseJudgement;
using rows::Cases;
using rows::Definition;
using rows::RowsCase;
using rows::RowsOffer;
using rows::Runner;

std::span<const rows::RowsProperty> properties();

CaseJudgement judge_statistics(const Runner& runner, const RowsCase& c);
/// The case against the one with x and beta negated.
CaseJudgement judge_sign(const Runner& runner, const RowsCase& c);
/// The case against those with x times powers of two, and eps times their squares.
CaseJudgement judge_scale(const Runner& runner, const RowsCase& c);

Cases affine_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
/// Of group_norm.
Cases group_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases eps_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases constant_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases symmetry_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);

}  // namespace ulpgate::norm
