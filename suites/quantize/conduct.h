#pragma once
// Properties of calls: memory, repetition, the thread's floating-point state.
#include "suites/quantize/property.h"

namespace ulpgate::blocks {

CaseJudgement judge_write(const Runner& runner, const BlocksCase& c);
CaseJudgement judge_read(const Runner& runner, const BlocksCase& c);
CaseJudgement judge_repeat(const Runner& runner, const BlocksCase& c);
CaseJudgement judge_size(const Runner& runner, const BlocksCase& c);
CaseJudgement judge_state(const Runner& runner, const BlocksCase& c);

}  // namespace ulpgate::blocks
