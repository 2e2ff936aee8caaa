#pragma once
// Judges one planned row and applies what holds for every row of every suite.
#include <string>
#include <vector>

#include "suites/framework/expectation.h"
#include "suites/framework/suite.h"

namespace ulpgate {

/// Never throws: an exception of the suite or the implementation fails the row with its message. Time is
/// measured into the row.
Row judge_row(const PlannedRow& planned, const SuiteContext& context,
              const std::vector<KnownDeviation>& known);

}  // namespace ulpgate
