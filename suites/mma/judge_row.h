#pragma once
// From judgements to rows: counts, the worst case, a shrunk failure file, and a message on few lines.
#include <string>

#include "suites/framework/suite.h"
#include "suites/mma/property.h"

namespace ulpgate::mma {

/// What a failing judgement says, on one line: shape, operands, element, bits, ulps, error over bound.
std::string describe(const MmaOffer& offer, const CaseJudgement& judgement, const MmaCase& c);

/// Judges a property over its fixed and its drawn cases. What a requirement that is not sound shows of an
/// offer without a claim is a deviation.
void judge_property_row(const MmaProperty& property, const Bench& bench, const SuiteContext& context,
                        Row& row);

}  // namespace ulpgate::mma
