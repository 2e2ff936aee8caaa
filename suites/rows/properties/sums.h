#pragma once
// What the rows of a gradient add up to (sums.cpp).
#include <span>

#include "reference/exact/enclosure.h"
#include "suites/rows/property.h"

namespace ulpgate::rows {

/// The sum of a row of the first output against the sum of the exact elements: their difference is at most
/// the sum of the elements' bounds and of their roundings.
CaseJudgement judge_row_sums(const Runner& runner, const RowsCase& c);

/// By how much the forward operation's results, each times what arrives as its gradient, grow where a row
/// moves by so much of `direction`: sum_i dy_i (J v)_i, J the forward's derivative at these inputs.
using Growth = Enclosure (*)(const RowsOffer& offer, const RowsCase& c, const Part& part, const Element& row,
                             std::span<const double> direction);

/// J is linear, and a gradient is J transposed times dy: in every direction v a row of it has
/// sum_i v_i dx_i = sum_i dy_i (J v)_i, but for the sum of |v_i| times the elements' bounds and roundings.
CaseJudgement judge_adjoint(const Runner& runner, const RowsCase& c, Growth growth);

/// Half an ulp at a value, an ulp where outputs are not rounded to nearest; all of what may be flushed.
double rounding_at(const RowsOffer& offer, double value);

}  // namespace ulpgate::rows
