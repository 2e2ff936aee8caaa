// What a cross entropy is, beside its values: what targets it takes, and that its gradient is its own.
#include <algorithm>
#include <string>

#include "reference/formats/decode.h"
#include "suites/framework/text.h"
#include "suites/loss/properties.h"
#include "suites/rows/properties/sums.h"

namespace ulpgate::loss {
namespace {

using rows::Element;

/// J v is, of a row that counts, sum_c (p_c - q_c) v_c, p its softmax and q_c = (1 - s) [c = target] + s / n.
Enclosure growth(const RowsOffer& o, const RowsCase& c, const rows::Part& p, const Element& row,
                 std::span<const double> v) {
  const auto number = [](double x) { return Enclosure{x, 0, 0}; };
  const std::vector<double>&targets = p.values[o.place("target")], &dloss = p.values[o.place("dloss")];
  const auto counts = [&](double target) { return static_cast<std::int64_t>(target) != c.ignore_index; };
  const auto at = static_cast<std::size_t>(row.outer);
  if (!counts(targets[at])) return {};
  const std::span<const double> x = std::span(p.values[0]).subspan(at * v.size(), v.size());
  const double most = *std::max_element(x.begin(), x.end());
  Enclosure sum, mean, all;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Enclosure e = exponential(minus(number(x[i]), number(most)));
    sum = plus(sum, e);
    mean = plus(mean, times(e, v[i]));
    all = plus(all, number(v[i]));
  }
  const double s = o.smoothing ? to_double(formats::fp32, c.smoothing) : 0;
  const Enclosure of_target = times(minus(number(1), number(s)), v[static_cast<std::size_t>(targets[at])]);
  const Enclosure of_all = quotient(times(all, s), number(static_cast<double>(v.size())));
  const bool reduced = o.arithmetic.reduction != Reduction::none;
  const Enclosure grown = times(minus(quotient(mean, sum), plus(of_target, of_all)), dloss[reduced ? 0 : at]);
  if (o.arithmetic.reduction != Reduction::mean) return grown;
  return quotient(grown, number(static_cast<double>(std::count_if(targets.begin(), targets.end(), counts))));
}

/// Judges a call in which one row's target is no class.
CaseJudgement judge_call(const Runner& runner, const RowsCase& c, const rows::Inputs& inputs,
                         std::int64_t bad_row, std::int64_t bad) {
  const RowsOffer& o = runner.offer();
  const std::size_t target = o.place("target"), y = o.output_place();
  rows::Inputs given = inputs;
  given[target][static_cast<std::size_t>(bad_row)] = static_cast<std::uint64_t>(bad);
  const rows::RowsRun run = runner.run(c, given);
  CaseJudgement j;
  if (run.reply.status == Status::invalid && run.damage.empty()) {
    j.judged = 1;
    return j;
  }
  if (auto problem = rows::call_problem(run)) return *problem;
  // The rest is what it is where that row is ignored; but a mean may count it or not.
  given[target][static_cast<std::size_t>(bad_row)] = static_cast<std::uint64_t>(c.ignore_index);
  const bool one_loss =
      o.operation->tensors[y].extents == Extents::reduced && o.arithmetic.reduction != Reduction::none;
  const auto is_its_own = [&](const RowsOffer&, const Element& e) { return one_loss || e.outer == bad_row; };
  if (!one_loss && o.arithmetic.reduction != Reduction::mean)
    j = rows::judge_outputs(runner, c, given, run,
                            [&](const RowsOffer& offer, const Element& e) { return !is_its_own(offer, e); });
  rows::for_each_output(o, c, [&](const Element& e, std::size_t at) {
    if (!is_its_own(o, e)) return;
    ++j.judged;
    const std::uint64_t code = run.outputs[y][at];
    if (is_nan(o.output(), code) || j.failed++ > 0) return;
    j.finding = rows::Finding{e, code, code, std::nullopt,
                              "where the target of row " + std::to_string(bad_row) + " is " +
                                  std::to_string(bad) + ", which is no class: expected NaN"};
  });
  return j;
}

}  // namespace

CaseJudgement judge_adjoint(const Runner& runner, const RowsCase& c) {
  return rows::judge_adjoint(runner, c, growth);
}

CaseJudgement judge_targets(const Runner& runner, const RowsCase& c) {
  const rows::Inputs inputs = rows::expand(runner.offer(), c);
  CaseJudgement total;
  if (c.outer == 0) return total;
  const std::int64_t row = c.outer / 2;
  for (const std::int64_t bad :
       {std::int64_t{-1}, c.n, c.n + 1, std::int64_t{1} << 32, -(std::int64_t{1} << 32)}) {
    if (bad == c.ignore_index) continue;
    total.add(judge_call(runner, c, inputs, row, bad));
    if (total.reply) return total;
  }
  return total;
}

}  // namespace ulpgate::loss
