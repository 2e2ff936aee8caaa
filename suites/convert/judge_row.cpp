#include "suites/convert/judge_row.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "reference/formats/ulp.h"
#include "suites/convert/case_json.h"
#include "suites/convert/inputs.h"
#include "suites/convert/shrink_case.h"
#include "suites/framework/case_row.h"
#include "suites/framework/random.h"
#include "suites/framework/text.h"

namespace ulpgate::convert {
namespace {

ConvertCase draw_case(const ConvertOffer& o, const ConvertProperty& p, std::uint64_t seed, int size) {
  const CounterRandom random(seed, 1);
  ConvertCase c;
  const std::uint64_t longest = 1 + p.longest * static_cast<std::uint64_t>(size) / 100;
  const std::uint64_t length = random.below(0, longest + 1);
  c.lead = random.below(1, 16);
  c.to_lead = random.below(4, 16);
  if (p.draws_strides) {
    constexpr std::int64_t strides[] = {1, 2, 3, 7, -1, -2, -5, 0};
    c.from_stride = strides[random.below(2, 8)];
    c.to_stride = strides[random.below(3, 7)];
  }
  const CounterRandom values(seed, 2);
  for (std::uint64_t i = 0; i < length; ++i) c.inputs.push_back(draw_code(*o.from, *o.to, values, i));
  // A stride of 0 reads one element again and again: all inputs are the same then.
  if (c.from_stride == 0 && !c.inputs.empty()) std::fill(c.inputs.begin(), c.inputs.end(), c.inputs.back());
  return c;
}

std::string shape_text(const ConvertCase& c) {
  std::string text = std::to_string(c.inputs.size()) + " element(s)";
  if (c.lead != 0 || c.to_lead != 0) {
    text += ", " + std::to_string(c.lead);
    if (c.to_lead != c.lead) text += " and " + std::to_string(c.to_lead);
    text += " past a 64-byte boundary";
  }
  if (c.from_stride != 1 || c.to_stride != 1) {
    text += ", strides " + std::to_string(c.from_stride) + " and " + std::to_string(c.to_stride);
  }
  return text;
}

std::optional<double> error_over_bound_of(const Runner& r, std::uint64_t input, std::uint64_t actual) {
  return error_over_bound(r.from(), input, r.to(), r.offer().rule, actual);
}

report::Worst worst_of(const Runner& r, std::size_t index, std::uint64_t input, std::uint64_t actual,
                       std::uint64_t expected, std::string note) {
  const auto distance = ulp_distance(r.to(), expected, actual);
  report::Worst w;
  w.index = index;
  w.input = shown(r.from(), input);
  w.actual = shown(r.to(), actual);
  w.expected = shown(r.to(), expected);
  w.ulps = distance ? (*distance > 0 ? "+" : "") + std::to_string(*distance) : "not a distance";
  w.error_over_bound = error_over_bound_of(r, input, actual);
  w.note = std::move(note);
  return w;
}

}  // namespace

std::string describe(const Runner& r, const CaseJudgement& j, const ConvertCase& c) {
  std::string text = shape_text(c) + call_text(j);
  if (j.finding) {
    const Finding& f = *j.finding;
    std::string element = "element " + std::to_string(f.index) + ": " + shown_text(r.from(), f.input) +
                          " gave " + shown_text(r.to(), f.actual) + ", " + f.what;
    const auto distance = ulp_distance(r.to(), f.expected, f.actual);
    if (distance && *distance != 0) element += ", " + codes_away(*distance);
    if (const auto ratio = error_over_bound_of(r, f.input, f.actual)) {
      char number[48];
      std::snprintf(number, sizeof number, ", error/bound %.4g", *ratio);
      element += number;
    }
    text += "; " + element;
  }
  return text;
}

namespace {

using ConvertCaseRow = CaseRow<ConvertCase, CaseJudgement>;

/// What all rows of conversions have in common. `runner` and what `judge` refers to outlive it.
ConvertCaseRow case_row(const Runner& runner, const Judge& judge) {
  ConvertCaseRow row;
  row.judge = traced<ConvertCase, CaseJudgement>(judge, [&runner](const ConvertCase& c) {
    return Subject{shape_text(c), frame_text(c, runner.from()), c.inputs};
  });
  row.simpler = [&runner](const ConvertCase& c) { return simpler_cases(runner.from(), c); };
  row.reduce = [judge = row.judge](const ConvertCase& c, const CaseJudgement& j) {
    return j.finding ? reduce_around(c, j.finding->index, judge) : c;
  };
  row.describe = [&runner](const ConvertCase& c, const CaseJudgement& j) { return describe(runner, j, c); };
  row.worst = [&runner](const ConvertCase&, const CaseJudgement& j) {
    if (!j.finding) return std::optional<report::Worst>();
    return std::optional(worst_of(runner, j.finding->index, j.finding->input, j.finding->actual,
                                  j.finding->expected, j.finding->what));
  };
  row.to_json = [&runner](const ConvertCase& c) { return to_json(c, runner.from()); };
  return row;
}

}  // namespace

void judge_property_row(const ConvertProperty& property, const Runner& runner, const Peers& peers,
                        const SuiteContext& context, Row& row) {
  const std::uint64_t seed = derive_seed(context.seed, row.id);
  row.bound = property.bound;
  auto cases = case_row(runner, [&](const ConvertCase& c) { return property.judge(runner, peers, c); });
  if (property.cases != nullptr) cases.fixed = property.cases(runner.offer(), context.tier, seed);
  cases.drawn = drawn_cases(property.random_cases, context.tier);
  cases.draw = [&](std::uint64_t s, int size) { return draw_case(runner.offer(), property, s, size); };
  judge_case_row(cases, context, seed, row);
}

void judge_sweep_row(const Sweep& sweep, Outcome outcome, const Runner& runner, const SuiteContext& context,
                     Row& row) {
  const OutcomeSweep& o = sweep.outcomes[static_cast<std::size_t>(outcome)];
  row.bound = "equal to the exact value under the claimed rule";
  row.recipe = sweep.recipe;
  row.coverage = sweep.coverage;
  // What was seen to be wrong stays wrong, whatever a later call answered.
  const bool seen_wrong = o.failed != 0 || (outcome == Outcome::normal && !sweep.damage.empty());
  if (sweep.refusal && !seen_wrong) {
    return sweep.refusal->status == Status::unsupported ? mark_unsupported(*sweep.refusal, row)
                                                        : mark_refused(*sweep.refusal, row);
  }
  row.judged = o.judged;
  row.failed = o.failed;
  row.fingerprint = sweep.fingerprint;
  if (o.judged > o.failed) row.ulp_histogram.push_back({ulp_bin_name(0), o.judged - o.failed});
  for (const auto& [bin, count] : o.distances) row.ulp_histogram.push_back({ulp_bin_name(bin), count});
  if (outcome == Outcome::normal && sweep.errors.measured > 0) {
    // Of normal, subnormal and underflowing results together.
    const double bound = convert_bound(runner.offer().rule);
    const auto n = static_cast<double>(sweep.errors.measured);
    row.max_ulp_error = sweep.errors.max_abs;
    row.rms_ulp_error = std::sqrt(sweep.errors.sum_squares / n);
    row.mean_ulp_error = sweep.errors.sum / n;
    row.max_error_over_bound = sweep.errors.max_abs / bound;
    row.bound +=
        "; error within " + std::string(bound == 0.5 ? "1/2" : "1") + " ulp, by definition of the rounding";
  }
  if (o.judged == 0) {
    row.verdict = Verdict::fail;
    row.message = "the sweep judged nothing for this requirement";
    return;
  }
  if (o.failed == 0 && outcome == Outcome::normal && !sweep.damage.empty()) {
    row.verdict = Verdict::fail;
    row.message = "results are right, and a call of the sweep " + sweep.damage;
    return;
  }
  if (o.failed == 0) {
    row.verdict = Verdict::pass;
    return;
  }
  const Mismatch& m = *o.worst;
  row.worst = worst_of(runner, m.index, m.input, m.actual, m.expected.code,
                       m.expected.any_nan ? "any NaN is right" : "");
  if (!row.max_error_over_bound) row.max_error_over_bound = row.worst->error_over_bound;
  report_failing_case(
      case_row(runner, [&](const ConvertCase& c) { return judge_outcome(runner, c, outcome); }),
      {.inputs = o.context}, context, row);
}

}  // namespace ulpgate::convert
