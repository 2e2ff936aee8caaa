#pragma once
// From judgements to rows: counts, the worst case, a shrunk failure file, and a message on few lines.
#include <functional>
#include <memory>

#include "suites/convert/property.h"
#include "suites/convert/sweep.h"
#include "suites/framework/suite.h"

namespace ulpgate::convert {

/// What a failing judgement says, on one line: shape, element, bits, ulps, error over bound.
std::string describe(const Runner& runner, const CaseJudgement& judgement, const ConvertCase& c);

/// Judges a property over its fixed and its random cases.
void judge_property_row(const ConvertProperty& property, const Runner& runner, const Peers& peers,
                        const SuiteContext& context, Row& row);

/// One outcome of a finished sweep.
void judge_sweep_row(const Sweep& sweep, Outcome outcome, const Runner& runner, const SuiteContext& context,
                     Row& row);

}  // namespace ulpgate::convert
