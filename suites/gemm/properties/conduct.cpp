// Properties of calls: memory, repetition, the thread's floating-point state.
#include <cfenv>

#include "suites/framework/fp_environment.h"
#include "suites/gemm/property.h"

namespace ulpgate::gemm {

CaseJudgement judge_write(const Runner& runner, const GemmCase& c) {
  const Format& d = *runner.offer().d;
  const GemmInputs inputs = expand(runner.offer(), c);
  const GemmRun first = runner.run(c, inputs, {.poison = first_poison});
  const GemmRun second = runner.run(c, inputs, {.poison = second_poison});
  for (const GemmRun* run : {&first, &second}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  CaseJudgement j;
  j.judged = std::max<std::size_t>(first.d.size(), 1);
  const auto poisoned = [&](std::uint64_t element, std::uint8_t poison) {
    return element == (0x0101010101010101u * poison & Format::ones(d.storage_bits));
  };
  for (std::size_t i = 0; i < first.d.size(); ++i) {
    if (!poisoned(first.d[i], first_poison) || !poisoned(second.d[i], second_poison)) continue;
    if (j.failed++ > 0) continue;
    const auto at = static_cast<std::int64_t>(i);
    j.finding = Finding{at / (c.m * c.n),
                        at / c.n % c.m,
                        at % c.n,
                        first.d[i],
                        first.d[i],
                        std::nullopt,
                        "the element was not written"};
  }
  return j;
}

CaseJudgement judge_read(const Runner& runner, const GemmCase& c) {
  const GemmInputs inputs = expand(runner.offer(), c);
  const GemmRun nan = runner.run(c, inputs, {.surroundings = Surroundings::nan});
  const GemmRun zero = runner.run(c, inputs, {.surroundings = Surroundings::zero});
  for (const GemmRun* run : {&nan, &zero}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  return compare_bits(*runner.offer().d, c, nan.d, zero.d, "with zeros around the inputs, instead of NaN,");
}

CaseJudgement judge_repeat(const Runner& runner, const GemmCase& c) {
  const GemmInputs inputs = expand(runner.offer(), c);
  const GemmRun first = runner.run(c, inputs);
  if (auto problem = call_problem(first)) return *problem;
  CaseJudgement total;
  for (int i = 0; i < 3; ++i) {
    const GemmRun again = runner.run(c, inputs, {.poison = i % 2 == 0 ? second_poison : first_poison});
    if (auto problem = call_problem(again)) return *problem;
    CaseJudgement j = compare_bits(*runner.offer().d, c, first.d, again.d, "of another call");
    total.judged += j.judged;
    total.failed += j.failed;
    if (!total.finding) total.finding = j.finding;
  }
  return total;
}

CaseJudgement judge_state(const Runner& runner, const GemmCase& c) {
  const GemmInputs inputs = expand(runner.offer(), c);
  CaseJudgement total;
  for (int mode : {FE_TONEAREST, FE_UPWARD}) {
    const ScopedFpEnvironment scope(mode);
    const GemmRun run = runner.run(c, inputs);
    if (auto problem = call_problem(run)) return *problem;
    ++total.judged;
    if (run.state_change.empty()) continue;
    ++total.failed;
    total.damage = run.state_change;
  }
  return total;
}

}  // namespace ulpgate::gemm
