// Judging by oracle and bound, and what properties share.
#include <algorithm>
#include <cmath>

#include "reference/formats/decode.h"
#include "suites/framework/text.h"
#include "suites/rows/property.h"

namespace ulpgate::rows {

void CaseJudgement::add(const CaseJudgement& other) {
  Judgement::add(other);
  statistics.merge(other.statistics);
}

bool always(const RowsOffer&) { return true; }
bool deterministic(const RowsOffer& o) { return o.deterministic; }

std::optional<CaseJudgement> call_problem(const RowsRun& run) {
  return judgement_of_call<CaseJudgement>(run.reply, run.damage);
}

void for_each_output(const RowsOffer& o, const RowsCase& c,
                     const std::function<void(const Element&, std::size_t)>& visit) {
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    if (o.formats[t] == nullptr || !o.operation->tensors[t].output) continue;
    const auto shape = shape_of(o, c, t);
    // Row by row, as oracles are made: groups as they lie.
    const std::int64_t apart = has_groups(o) ? 1 : shape[2],
                       together = shape[2] / std::max<std::int64_t>(apart, 1);
    for (std::int64_t a = 0; a < shape[0]; ++a)
      for (std::int64_t k = 0; k < apart; ++k)
        for (std::int64_t b = 0; b < shape[1]; ++b)
          for (std::int64_t s = 0; s < together; ++s)
            visit({t, a, b, k + s}, static_cast<std::size_t>((a * shape[1] + b) * shape[2] + k + s));
  }
}

namespace {

/// Judges elements of rows that repeat once, as long as they hold the same code.
class Known {
 public:
  Known(const CaseJudge& judge, std::int64_t period) : judge_(judge), period_(period) {}

  const Acceptable& at(Element e, std::uint64_t code) {
    if (period_ == 0) return latest_ = judge_.acceptable(e, code);
    e.outer %= period_;
    const auto key = std::tuple(e.tensor, e.outer, e.i, e.inner, code);
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    return known_.emplace(key, judge_.acceptable(e, code)).first->second;
  }

 private:
  const CaseJudge& judge_;
  std::int64_t period_;
  Acceptable latest_;
  std::map<std::tuple<std::size_t, std::int64_t, std::int64_t, std::int64_t, std::uint64_t>, Acceptable>
      known_;
};

}  // namespace

CaseJudgement judge_outputs(const Runner& runner, const RowsCase& c, const Inputs& inputs, const RowsRun& run,
                            const Wanted& wanted) {
  const RowsOffer& o = runner.offer();
  const bool repeats = c.period > 0 && runner.definition().row != nullptr;
  const RowsCase one = repeats ? repeating_rows(c) : c;
  const Inputs one_inputs = repeats ? expand(o, one) : Inputs();
  const CaseJudge judge(runner.definition(), o, one, repeats ? one_inputs : inputs);
  const CaseJudge whole(runner.definition(), o, c, inputs);  // of sums down all rows
  Known known(judge, repeats ? one.outer : 0), of_columns(whole, 0);
  CaseJudgement j;
  std::uint64_t accepted = 0, elements = 0;
  for_each_output(o, c, [&](const Element& e, std::size_t at) {
    if (o.is_amax(e.tensor)) return;
    ++elements;
    if (wanted && !wanted(o, e)) return;
    const std::uint64_t code = run.outputs[e.tensor][at];
    const Format& f = *o.formats[e.tensor];
    const bool of_rows = o.operation->tensors[e.tensor].extents != Extents::row;
    const Acceptable& acceptable = of_rows ? known.at(e, code) : of_columns.at(e, code);
    const ElementVerdict v = judge_element(f, acceptable, code);
    // Where anything may come out, nothing was judged.
    if (!std::isinf(acceptable.error)) ++j.judged;
    if (e.tensor == o.output_place()) j.statistics.add(v);
    if (v.accepted) {
      ++accepted;
      return;
    }
    if (e.tensor == o.output_place()) ++j.statistics.distances[distance_bin(f, acceptable, code)];
    if (j.failed++ == 0)
      j.finding = Finding{e, code, acceptable.low, v.error_over_bound, explain_element(f, acceptable)};
  });
  // A call on nothing is judged too: by what it left alone.
  if (elements == 0) j.judged = 1;
  if (accepted > 0) j.statistics.distances[0] += accepted;
  return j;
}

CaseJudgement judge_some(const Runner& runner, const RowsCase& c, const Wanted& wanted) {
  const Inputs inputs = expand(runner.offer(), c);
  const RowsRun run = runner.run(c, inputs);
  if (auto problem = call_problem(run)) return *problem;
  return judge_outputs(runner, c, inputs, run, wanted);
}

CaseJudgement judge_all(const Runner& runner, const RowsCase& c) { return judge_some(runner, c, nullptr); }

CaseJudgement compare_bits(const RowsOffer& o, const RowsCase& c, const RowsRun& a, const RowsRun& b,
                           std::string_view what_b_was, const Wanted& wanted) {
  CaseJudgement j;
  for_each_output(o, c, [&](const Element& e, std::size_t at) {
    if (wanted && !wanted(o, e)) return;
    ++j.judged;
    const Format& f = *o.formats[e.tensor];
    const std::uint64_t x = a.outputs[e.tensor][at], y = b.outputs[e.tensor][at];
    if (x == y || (is_nan(f, x) && is_nan(f, y))) return;
    if (j.failed++ > 0) return;
    j.finding =
        Finding{e, x, y, std::nullopt, "the result " + std::string(what_b_was) + " is " + shown_text(f, y)};
  });
  j.judged = std::max<std::uint64_t>(j.judged, 1);
  return j;
}

}  // namespace ulpgate::rows
