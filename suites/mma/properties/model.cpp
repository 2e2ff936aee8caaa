// Bits of the claimed entry, for drawn operands and for published ones.
#include "suites/framework/text.h"
#include "suites/mma/property.h"
#include "suites/mma/vectors.h"

namespace ulpgate::mma {

CaseJudgement judge_model(const Bench& bench, const MmaCase& c) {
  const MmaOffer& o = bench.offer();
  CaseJudgement j;
  std::vector<std::uint64_t> accumulators;
  for (int instruction = 0; instruction < c.instructions; ++instruction) {
    MmaInputs in = expand(o, c, instruction);
    if (instruction > 0) in.c = accumulators;
    const MmaRun run = bench.run(in, c);
    if (auto problem = call_problem(run)) return *problem;
    std::vector<std::uint64_t> expected = bench.expected(in);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ++j.judged;
      if (bench.model()->meets(expected[i], run.d[i])) continue;
      j.fail({.row = static_cast<int>(i) / o.shape.n,
              .column = static_cast<int>(i) % o.shape.n,
              .instruction = instruction,
              .actual = run.d[i],
              .expected = expected[i],
              .what = expected_text(*o.d, expected[i]) + " by the claimed entry",
              .accumulators = instruction > 0 ? in.c : std::vector<std::uint64_t>()});
    }
    // What follows would only tell again what is wrong here.
    if (j.failed > 0) return j;
    accumulators = std::move(expected);
  }
  return j;
}

CaseJudgement judge_vector(const Bench& bench, const MmaCase& c) {
  const MmaOffer& o = bench.offer();
  CaseJudgement j;
  const DotVector* line = find_vector(c.line);
  const auto expected = line == nullptr ? std::nullopt : line->expected.code_in(*o.d);
  if (!expected) return j;
  std::vector<std::uint64_t> accumulators;
  for (int instruction = 0; instruction < c.instructions; ++instruction) {
    MmaInputs in = expand(o, c, instruction);
    if (instruction > 0) in.c = accumulators;
    MmaRun run = bench.run(in, c);
    if (auto problem = call_problem(run)) return *problem;
    accumulators = std::move(run.d);
  }
  for (std::size_t i = 0; i < accumulators.size(); ++i) {
    ++j.judged;
    if (bench.model()->meets(*expected, accumulators[i])) continue;
    j.fail({.row = static_cast<int>(i) / o.shape.n,
            .column = static_cast<int>(i) % o.shape.n,
            .instruction = c.instructions - 1,
            .actual = accumulators[i],
            .expected = *expected,
            .what = expected_text(*o.d, *expected) + " by " + line->id + " of " + c.line});
  }
  return j;
}

}  // namespace ulpgate::mma
