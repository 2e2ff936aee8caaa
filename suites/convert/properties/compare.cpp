// What properties share.
#include "suites/convert/property.h"
#include "suites/framework/text.h"

namespace ulpgate::convert {

std::uint64_t comparable(const Format& to, std::uint64_t element) {
  return element & ~Format::ones(to.padding_bits);
}

std::optional<CaseJudgement> call_problem(const CaseRun& run) {
  if (run.reply.status == Status::ok) return std::nullopt;
  CaseJudgement j;
  j.reply = run.reply;
  return j;
}

CaseJudgement compare_runs(const Runner& runner, const ConvertCase& c, const CaseRun& a, const CaseRun& b,
                           std::string_view what_b_was) {
  for (const CaseRun* run : {&a, &b}) {
    if (auto problem = call_problem(*run)) return *problem;
  }
  CaseJudgement j;
  j.judged = c.inputs.size();
  for (std::size_t i = 0; i < c.inputs.size(); ++i) {
    if (comparable(runner.to(), a.outputs[i]) == comparable(runner.to(), b.outputs[i])) continue;
    if (j.failed++ == 0) {
      j.finding =
          Finding{i, c.inputs[i], a.outputs[i], b.outputs[i],
                  "the result " + std::string(what_b_was) + " is " + shown_text(runner.to(), b.outputs[i])};
    }
  }
  return j;
}

}  // namespace ulpgate::convert
