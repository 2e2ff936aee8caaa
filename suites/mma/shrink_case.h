#pragma once
// From a failing case to a small one.
#include <functional>
#include <vector>

#include "suites/mma/property.h"

namespace ulpgate::mma {

using Judge = std::function<CaseJudgement(const MmaCase&)>;

/// The operands of the element that failed among zeros, else all operands spelled out, whichever still fails
/// first; else the case.
MmaCase reduce_around(const MmaOffer& offer, const MmaCase& whole, const CaseJudgement& judgement,
                      const Judge& judge);

/// Simpler cases: alignment and chain first, then planted elements left out, then moved to the front, then
/// their bits.
std::vector<MmaCase> simpler_cases(const MmaOffer& offer, const MmaCase& c);

}  // namespace ulpgate::mma
