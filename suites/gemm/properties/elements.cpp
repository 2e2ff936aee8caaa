// Judging by oracle and bound, and what properties share.
#include <cmath>

#include "reference/formats/ulp.h"
#include "suites/framework/text.h"
#include "suites/gemm/property.h"

namespace ulpgate::gemm {

std::optional<CaseJudgement> call_problem(const GemmRun& run) {
  return judgement_of_call<CaseJudgement>(run.reply, run.damage);
}

CaseJudgement judge_elements(const Runner& runner, const GemmCase& c, Which which) {
  const GemmOffer& o = runner.offer();
  const GemmInputs inputs = expand(o, c);
  const GemmRun run = runner.run(c, inputs);
  if (auto problem = call_problem(run)) return *problem;
  CaseJudgement j;
  std::uint64_t accepted = 0;
  // A call on nothing is judged too: by what it left alone.
  if (run.d.empty()) {
    j.judged = 1;
    return j;
  }
  // Rows that repeat are worked out once.
  const GemmCase one = one_period(c);
  const GemmInputs one_inputs = c.period > 0 ? expand(o, one) : GemmInputs();
  const CaseJudge judge(o, one, c.period > 0 ? one_inputs : inputs);
  std::vector<Acceptable> known;
  for (std::int64_t at = 0; c.period > 0 && at < one.batch * one.m * one.n; ++at)
    known.push_back(judge.acceptable(at / (one.m * one.n), at / one.n % one.m, at % one.n));
  std::size_t next = 0;
  for (std::int64_t b = 0; b < c.batch; ++b) {
    for (std::int64_t i = 0; i < c.m; ++i) {
      for (std::int64_t n = 0; n < c.n; ++n) {
        const std::uint64_t code = run.d[next++];
        const Acceptable acceptable =
            c.period > 0 ? known[static_cast<std::size_t>((b % one.batch * one.m + i % one.m) * one.n + n)]
                         : judge.acceptable(b, i, n);
        if (which == Which::exact && !acceptable.exact) continue;
        const ElementVerdict v = judge.judge(acceptable, code);
        // Where anything may come out, nothing was judged.
        if (!std::isinf(acceptable.error)) ++j.judged;
        j.statistics.add(v);
        if (v.accepted) {
          ++accepted;
          continue;
        }
        ++j.statistics.distances[distance_bin(*o.d, acceptable, code)];
        if (j.failed++ == 0)
          j.finding = Finding{b, i, n, code, acceptable.low, v.error_over_bound, judge.explain(acceptable)};
      }
    }
  }
  if (accepted > 0) j.statistics.distances[0] += accepted;
  return j;
}

CaseJudgement compare_bits(const Format& d, const GemmCase& c, const std::vector<std::uint64_t>& a,
                           const std::vector<std::uint64_t>& b, std::string_view what_b_was) {
  CaseJudgement j;
  j.judged = std::max<std::size_t>(a.size(), 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] || (is_nan(d, a[i]) && is_nan(d, b[i]))) continue;
    if (j.failed++ > 0) continue;
    const auto at = static_cast<std::int64_t>(i);
    j.finding = Finding{at / (c.m * c.n),
                        at / c.n % c.m,
                        at % c.n,
                        a[i],
                        b[i],
                        std::nullopt,
                        "the result " + std::string(what_b_was) + " is " + shown_text(d, b[i])};
  }
  return j;
}

}  // namespace ulpgate::gemm
