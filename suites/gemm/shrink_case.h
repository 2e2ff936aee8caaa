#pragma once
// Simpler cases: shape first, then layout and scalars, then the family, then single elements and their bits.
#include <functional>
#include <vector>

#include "suites/gemm/property.h"

namespace ulpgate::gemm {

std::vector<GemmCase> simpler_cases(const GemmOffer& offer, const GemmCase& c);

/// The row and the column of a finding alone, spelled out where they are short, or with what lies before
/// them: the first that still fails; else the whole.
GemmCase reduce_around(const GemmOffer& offer, const GemmCase& whole, const Finding& finding,
                       const std::function<CaseJudgement(const GemmCase&)>& judge);

}  // namespace ulpgate::gemm
