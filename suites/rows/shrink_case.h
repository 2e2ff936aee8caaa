#pragma once
// Shrinking a case: shape first, then layouts and scalars, family, single elements, bits.
#include <functional>
#include <vector>

#include "suites/rows/property.h"

namespace ulpgate::rows {

/// How many elements the inputs have.
std::int64_t input_elements(const RowsOffer& offer, const RowsCase& c);

std::vector<RowsCase> simpler_cases(const RowsOffer& offer, const RowsCase& c);

/// The row around what failed, if it fails alone; else the rows up to it.
RowsCase reduce_around(const RowsOffer& offer, const RowsCase& whole, const Finding& finding,
                       const std::function<CaseJudgement(const RowsCase&)>& judge);

}  // namespace ulpgate::rows
