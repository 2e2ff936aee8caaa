#pragma once
// From judgements to rows: counts, statistics, the worst case, a shrunk failure file, and a message on few
// lines.
#include <string>

#include "suites/framework/call_trace.h"
#include "suites/framework/suite.h"
#include "suites/rows/property.h"

namespace ulpgate::rows {

/// What a failing judgement says, on one line: shape, element, bits, ulps, error over bound.
std::string describe(const RowsOffer& offer, const CaseJudgement& judgement, const RowsCase& c);

/// A case for whoever watches this process.
Subject subject_of(const RowsOffer& offer, const RowsCase& c);

void judge_property_row(const RowsProperty& property, const Runner& runner, const SuiteContext& context,
                        Row& row);

/// The row of a search for inputs that come near the bound.
void judge_tightness_row(const Runner& runner, const SuiteContext& context, Row& row);

}  // namespace ulpgate::rows
