// Properties that compare with the right answer: the sweep's, and the traps against double rounding.
#include "reference/oracles/convert.h"
#include "suites/convert/property.h"
#include "suites/framework/text.h"

namespace ulpgate::convert {
namespace {

template <typename Wanted>
CaseJudgement judge_elements(const Runner& runner, const ConvertCase& c, Wanted wanted) {
  const CaseRun run = runner.run(c);
  if (auto problem = call_problem(run)) return *problem;
  CaseJudgement j;
  for (std::size_t i = 0; i < c.inputs.size(); ++i) {
    const Expected expected = encode(runner.to(), unpack(runner.from(), c.inputs[i]), runner.offer().rule);
    if (!wanted(expected.outcome)) continue;
    ++j.judged;
    if (meets(runner.to(), run.outputs[i], expected)) continue;
    if (j.failed++ == 0) {
      j.finding = Finding{
          i, c.inputs[i], run.outputs[i], expected.code,
          expected.any_nan ? "any NaN is right" : "right is " + shown_text(runner.to(), expected.code)};
    }
  }
  return j;
}

}  // namespace

std::string_view sweep_requirement(Outcome outcome) {
  switch (outcome) {
    case Outcome::normal:
      return "CONVERT-ROUND-1";
    case Outcome::subnormal:
      return "CONVERT-SUBNORMAL-1";
    case Outcome::underflow:
      return "CONVERT-UNDERFLOW-1";
    case Outcome::zero:
      return "CONVERT-ZERO-1";
    case Outcome::overflow:
      return "CONVERT-OVERFLOW-1";
    case Outcome::infinity:
      return "CONVERT-INF-1";
    case Outcome::nan:
      return "CONVERT-NAN-1";
    case Outcome::negative:
      return "CONVERT-NEGATIVE-1";
  }
  return {};
}

CaseJudgement judge_outcome(const Runner& runner, const ConvertCase& c, Outcome outcome) {
  return judge_elements(runner, c, [outcome](Outcome o) { return o == outcome; });
}

CaseJudgement judge_double(const Runner& runner, const Peers&, const ConvertCase& c) {
  return judge_elements(runner, c, [](Outcome) { return true; });
}

}  // namespace ulpgate::convert
