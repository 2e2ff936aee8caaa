// What properties share.
#include "suites/convert/property.h"
#include "suites/framework/text.h"

namespace ulpgate::convert {

std::uint64_t comparable(const Format& to, std::uint64_t element) {
  return element & ~Format::ones(to.padding_bits);
}

std::optional<CaseJudgement> call_problem(const CaseRun& run) {
  return judgement_of_call<CaseJudgement>(run.reply, run.damage);
}

namespace {

/// Where the claims leave open which NaN an input gives, two runs may give different ones.
bool both_any_nan(const Runner& r, std::uint64_t input, std::uint64_t a, std::uint64_t b) {
  if (!is_nan(r.to(), a) || !is_nan(r.to(), b)) return false;
  const Expected expected = encode(r.to(), unpack(r.from(), input), r.offer().rule);
  return expected.any_nan && meets(r.to(), a, expected) && meets(r.to(), b, expected);
}

}  // namespace

CaseJudgement compare_runs(const Runner& runner, const ConvertCase& c, const CaseRun& a, const CaseRun& b,
                           std::string_view what_b_was) {
  for (const CaseRun* run : {&a, &b}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  CaseJudgement j;
  j.judged = c.inputs.size();
  for (std::size_t i = 0; i < c.inputs.size(); ++i) {
    if (comparable(runner.to(), a.outputs[i]) == comparable(runner.to(), b.outputs[i])) continue;
    if (both_any_nan(runner, c.inputs[i], a.outputs[i], b.outputs[i])) continue;
    if (j.failed++ == 0) {
      j.finding =
          Finding{i, c.inputs[i], a.outputs[i], b.outputs[i],
                  "the result " + std::string(what_b_was) + " is " + shown_text(runner.to(), b.outputs[i])};
    }
  }
  return j;
}

}  // namespace ulpgate::convert
