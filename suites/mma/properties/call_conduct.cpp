// Properties of calls: repetition, the thread's floating-point state, memory.
#include <cfenv>

#include "suites/framework/fp_environment.h"
#include "suites/framework/text.h"
#include "suites/mma/property.h"

namespace ulpgate::mma {

CaseJudgement judge_repeat(const Bench& bench, const MmaCase& c) {
  const MmaOffer& o = bench.offer();
  const MmaInputs in = expand(o, c);
  const MmaRun first = bench.run(in, c);
  if (auto problem = call_problem(first)) return *problem;
  CaseJudgement j;
  for (int again = 0; again < 2; ++again) {
    // Something else in between: what is kept from call to call shows.
    if (again == 1) bench.run(expand(o, {.family = Family::bits, .seed = c.seed + 1}), c);
    const MmaRun second = bench.run(in, c, second_poison);
    if (auto problem = call_problem(second)) return *problem;
    for (std::size_t i = 0; i < first.d.size(); ++i) {
      ++j.judged;
      if (first.d[i] == second.d[i]) continue;
      j.fail({.row = static_cast<int>(i) / o.shape.n,
              .column = static_cast<int>(i) % o.shape.n,
              .actual = second.d[i],
              .expected = first.d[i],
              .what = "an earlier call on the same operands gave " + shown_text(*o.d, first.d[i])});
    }
  }
  return j;
}

CaseJudgement judge_state(const Bench& bench, const MmaCase& c) {
  const MmaInputs in = expand(bench.offer(), c);
  CaseJudgement j;
  for (const int mode : {FE_TONEAREST, FE_UPWARD}) {
    const ScopedFpEnvironment scope(mode);
    const MmaRun run = bench.run(in, c);
    if (auto problem = call_problem(run)) return *problem;
    ++j.judged;
    if (run.state_change.empty()) continue;
    ++j.failed;
    j.damage = run.state_change;
  }
  return j;
}

CaseJudgement judge_write(const Bench& bench, const MmaCase& c) {
  const MmaOffer& o = bench.offer();
  const MmaInputs in = expand(o, c);
  const MmaRun first = bench.run(in, c, first_poison), second = bench.run(in, c, second_poison);
  for (const MmaRun* run : {&first, &second}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  // An element that keeps both poisons was not written; one that was written the same is not poison twice.
  const auto poisoned = [&](std::uint64_t element, std::uint8_t poison) {
    return element == (0x0101010101010101u * poison & Format::ones(o.d->storage_bits));
  };
  CaseJudgement j;
  for (std::size_t i = 0; i < first.d.size(); ++i) {
    ++j.judged;
    if (!poisoned(first.d[i], first_poison) || !poisoned(second.d[i], second_poison)) continue;
    j.fail({.row = static_cast<int>(i) / o.shape.n,
            .column = static_cast<int>(i) % o.shape.n,
            .actual = first.d[i],
            .expected = first.d[i],
            .what = "the element was not written"});
  }
  return j;
}

}  // namespace ulpgate::mma
