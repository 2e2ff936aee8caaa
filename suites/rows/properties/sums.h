#pragma once
// What the rows of a gradient add up to (sums.cpp).
#include "suites/rows/property.h"

namespace ulpgate::rows {

/// The sum of a row of the first output against the sum of the exact elements: their difference is at most
/// the sum of the elements' bounds and of their roundings.
CaseJudgement judge_row_sums(const Runner& runner, const RowsCase& c);

/// Half an ulp at a value, an ulp where outputs are not rounded to nearest; all of what may be flushed.
double rounding_at(const RowsOffer& offer, double value);

}  // namespace ulpgate::rows
