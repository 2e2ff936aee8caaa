#pragma once
// From judgements to rows: counts, the worst case, a shrunk failure file, and a message on few lines.
#include <string>

#include "suites/framework/call_trace.h"
#include "suites/framework/suite.h"
#include "suites/quantize/property.h"

namespace ulpgate::blocks {

/// What a failing judgement says, on one line: shape, element, bits, inputs.
std::string describe(const BlocksOffer& offer, const CaseJudgement& judgement, const BlocksCase& c);

void judge_property_row(const BlocksProperty& property, const Runner& runner, const SuiteContext& context,
                        Row& row);

}  // namespace ulpgate::blocks
