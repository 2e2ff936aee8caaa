#pragma once
// Properties of calls rather than of numbers (conduct.cpp).
#include "suites/rows/property.h"

namespace ulpgate::rows {

/// Of the call's results, whatever row they are in.
CaseJudgement judge_amax(const Runner& runner, const RowsCase& c);
/// Of quiet cases, sums down the columns alone: the rows have none of their own.
CaseJudgement judge_tall(const Runner& runner, const RowsCase& c);
CaseJudgement judge_write(const Runner& runner, const RowsCase& c);
CaseJudgement judge_read(const Runner& runner, const RowsCase& c);
CaseJudgement judge_repeat(const Runner& runner, const RowsCase& c);
CaseJudgement judge_state(const Runner& runner, const RowsCase& c);
CaseJudgement judge_index(const Runner& runner, const RowsCase& c);
/// Rows with and without those behind them.
CaseJudgement judge_alone(const Runner& runner, const RowsCase& c);
/// Equal elements of one row.
CaseJudgement judge_equal(const Runner& runner, const RowsCase& c);

}  // namespace ulpgate::rows
