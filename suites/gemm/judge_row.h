#pragma once
// From judgements to rows: counts, statistics, the worst case, a shrunk failure file, and a message on few
// lines.
#include <string>

#include "suites/framework/call_trace.h"
#include "suites/framework/suite.h"
#include "suites/gemm/property.h"

namespace ulpgate::gemm {

/// What a failing judgement says, on one line: shape, element, bits, ulps, error over bound.
std::string describe(const GemmOffer& offer, const CaseJudgement& judgement, const GemmCase& c);

/// A case for whoever watches this process.
Subject subject_of(const GemmOffer& offer, const GemmCase& c);

void judge_property_row(const GemmProperty& property, const Runner& runner, const SuiteContext& context,
                        Row& row);

/// GEMM-TIGHT-1.
void judge_tightness_row(const Runner& runner, const SuiteContext& context, Row& row);

}  // namespace ulpgate::gemm
