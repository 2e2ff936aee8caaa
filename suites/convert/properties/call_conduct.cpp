// Properties of calls: position, strides, repetition, the thread's floating-point state, memory.
#include <algorithm>
#include <cfenv>

#include "suites/convert/property.h"
#include "suites/framework/fp_environment.h"
#include "suites/framework/text.h"

namespace ulpgate::convert {

CaseJudgement judge_position(const Runner& runner, const Peers&, const ConvertCase& c) {
  if (c.inputs.empty()) return {};
  // Reversed, aligned and at the head of a longer array: every element has another place, other neighbours,
  // another alignment, and the call another length.
  ConvertCase other{.inputs = {c.inputs.rbegin(), c.inputs.rend()}};
  const std::size_t longer = std::max<std::size_t>(1031, c.inputs.size() + 7);
  while (other.inputs.size() < longer)
    other.inputs.push_back(other.inputs[other.inputs.size() % c.inputs.size()]);
  const CaseRun a = runner.run(c);
  CaseRun b = runner.run(other);
  b.outputs.resize(c.inputs.size());
  std::reverse(b.outputs.begin(), b.outputs.end());
  return compare_runs(runner, c, a, b, "in a longer, reversed array");
}

CaseJudgement judge_stride(const Runner& runner, const Peers&, const ConvertCase& c) {
  const CaseRun strided = runner.run(c);
  const CaseRun packed = runner.run({.inputs = c.inputs});
  return compare_runs(runner, c, strided, packed, "of a packed call");
}

CaseJudgement judge_repeat(const Runner& runner, const Peers&, const ConvertCase& c) {
  const CaseRun first = runner.run(c);
  const CaseRun second = runner.run(c, second_poison);
  return compare_runs(runner, c, first, second, "of a second call");
}

CaseJudgement judge_mode(const Runner& runner, const Peers&, const ConvertCase& c) {
  const CaseRun usual = runner.run(c);
  CaseJudgement total;
  for (int mode : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    CaseRun run;
    {
      const ScopedFpEnvironment scope(mode);
      run = runner.run(c);
    }
    CaseJudgement j = compare_runs(runner, c, run, usual, "of a thread that rounds to nearest");
    if (j.reply) return j;
    total.judged += j.judged;
    total.failed += j.failed;
    if (j.finding && !total.finding) {
      j.finding->what = "on a thread that rounds " + rounding_mode_name(mode) + "; " + j.finding->what;
      total.finding = j.finding;
    }
  }
  return total;
}

CaseJudgement judge_state(const Runner& runner, const Peers&, const ConvertCase& c) {
  CaseJudgement total;
  for (int mode : {FE_TONEAREST, FE_UPWARD}) {
    const ScopedFpEnvironment scope(mode);
    const CaseRun run = runner.run(c);
    if (auto problem = call_problem(run)) return *problem;
    ++total.judged;
    if (run.state_change.empty()) continue;
    ++total.failed;
    total.damage = run.state_change;
  }
  return total;
}

CaseJudgement judge_write(const Runner& runner, const Peers&, const ConvertCase& c) {
  const CaseRun first = runner.run(c, first_poison);
  const CaseRun second = runner.run(c, second_poison);
  CaseJudgement j;
  for (const CaseRun* run : {&first, &second}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  j.judged = c.inputs.size();
  // An element that keeps both poisons was not written; one that was written the same is not poison twice.
  const auto poisoned = [&](std::uint64_t element, std::uint8_t poison) {
    return element == (0x0101010101010101u * poison & Format::ones(runner.to().storage_bits));
  };
  for (std::size_t i = 0; i < c.inputs.size(); ++i) {
    if (!poisoned(first.outputs[i], first_poison) || !poisoned(second.outputs[i], second_poison)) continue;
    if (j.failed++ == 0) {
      j.finding = Finding{i, c.inputs[i], first.outputs[i], first.outputs[i], "the element was not written"};
    }
  }
  // A call on nothing is judged too: by what it left alone.
  j.judged = std::max<std::uint64_t>(j.judged, 1);
  return j;
}

}  // namespace ulpgate::convert
