#include "suites/rows/judge_row.h"

#include <cstdio>

#include "reference/formats/decode.h"
#include "reference/formats/ulp.h"
#include "suites/framework/case_row.h"
#include "suites/framework/random.h"
#include "suites/framework/text.h"
#include "suites/rows/case_json.h"
#include "suites/rows/shrink_case.h"

namespace ulpgate::rows {
namespace {

std::string number_text(double x) {
  char number[32];
  std::snprintf(number, sizeof number, "%.9g", x);
  return number;
}

std::string axes_text(unsigned axes) {
  std::string text;
  for (const unsigned axis : {0U, 1U, 2U}) {
    if ((axes >> axis & 1) != 0) text += " " + std::to_string(axis);
  }
  return text;
}

std::string layout_text(std::string_view name, const Layout& l) {
  if (l == Layout{}) return {};
  constexpr std::array orders{"012", "021", "102", "120", "201", "210"};
  std::string text = ", " + std::string(name);
  if (l.order != 0) text += std::string(" axes ") + orders.at(static_cast<std::size_t>(l.order));
  if (l.pad != 0) text += " padded by " + std::to_string(l.pad);
  if (l.step != 1) text += " step " + std::to_string(l.step);
  if (l.reversed != 0) text += " reversed along" + axes_text(l.reversed);
  if (l.shared != 0) text += " shared along" + axes_text(l.shared);
  if (l.lead != 0) text += " " + std::to_string(l.lead) + " past a 64-byte boundary";
  return text;
}

std::string shape_text(const RowsOffer& o, const RowsCase& c) {
  std::string text = std::to_string(c.outer) + " x " + std::to_string(c.n);
  if (c.inner != 1) text += " x " + std::to_string(c.inner);
  if (o.has("v")) text += ", v " + std::to_string(c.n) + " x " + std::to_string(c.d);
  text += ", " + std::string(name(c.family));
  if (o.has_scale) text += ", scale " + number_text(to_double(o.scale_format(), c.scale));
  if (o.causal) text += ", causal " + std::to_string(c.causal);
  if (takes_eps(o.operation->name)) text += ", eps " + number_text(to_double(o.eps_format(), c.eps));
  for (const RowScalar& s : o.operation->scalars)
    text += ", " + std::string(s.name) + " " + number_text(scalar_of(o, c, s.name));
  for (std::size_t t = 0; t < c.layouts.size(); ++t)
    text += layout_text(o.operation->tensors[t].name, c.layouts[t]);
  if (c.in_place) text += ", y is x";
  return text;
}

/// The inputs of a short row.
std::string codes_text(const RowsOffer& o, const RowsCase& c, const Element& at) {
  constexpr std::int64_t shown_elements = 8;
  if (c.family != Family::codes || c.n > shown_elements) return {};
  std::string text;
  for (std::size_t t = 0; t < c.codes.size(); ++t) {
    if (c.codes[t].empty()) continue;
    const auto s = shape_of(o, c, t);
    if (at.outer >= s[0] && s[0] != 1) continue;
    text += "; " + std::string(o.operation->tensors[t].name) + " = [";
    for (std::int64_t i = 0; i < s[1]; ++i) {
      const std::int64_t place = ((s[0] == 1 ? 0 : at.outer) * s[1] + i) * s[2] + (s[2] == 1 ? 0 : at.inner);
      text += (i == 0 ? "" : " ") + shown_text(*o.formats[t], c.codes[t][static_cast<std::size_t>(place)]);
    }
    text += "]";
  }
  return text;
}

std::optional<report::Worst> worst_of(const RowsOffer& o, const RowsCase& c, const CaseJudgement& j) {
  if (!j.finding) return std::nullopt;
  const Finding& f = *j.finding;
  const Format& format = *o.formats[f.at.tensor];
  const auto shape = shape_of(o, c, f.at.tensor);
  const auto distance = ulp_distance(format, f.expected, f.actual);
  report::Worst w;
  w.index = static_cast<std::uint64_t>((f.at.outer * shape[1] + f.at.i) * shape[2] + f.at.inner);
  const Inputs in = expand(o, c);
  if (w.index < in[0].size()) w.input = shown(*o.formats[0], in[0][w.index]);
  w.actual = shown(format, f.actual);
  w.expected = shown(format, f.expected);
  w.ulps = distance ? (*distance > 0 ? "+" : "") + std::to_string(*distance) : "not a distance";
  w.error_over_bound = f.error_over_bound;
  w.note = f.what;
  return w;
}

using RowsCaseRow = CaseRow<RowsCase, CaseJudgement>;

/// What all rows have in common. What `runner` and `judge` refer to outlives it.
RowsCaseRow case_row(const Runner& runner, const std::function<CaseJudgement(const RowsCase&)>& judge) {
  RowsCaseRow row;
  const RowsOffer& o = runner.offer();
  row.judge = traced<RowsCase, CaseJudgement>(judge, [&o](const RowsCase& c) { return subject_of(o, c); });
  row.simpler = [&o](const RowsCase& c) { return simpler_cases(o, c); };
  // A loss of many rows is one element judged.
  row.cost = [&o](const RowsCase& c) { return 1 + static_cast<std::uint64_t>(input_elements(o, c)); };
  row.shrink_elements = 8'000'000;
  row.reduce = [judge = row.judge, &o](const RowsCase& c, const CaseJudgement& j) {
    return j.finding ? reduce_around(o, c, *j.finding, judge) : c;
  };
  row.describe = [&o](const RowsCase& c, const CaseJudgement& j) { return describe(o, j, c); };
  row.worst = [&o](const RowsCase& c, const CaseJudgement& j) { return worst_of(o, c, j); };
  row.to_json = [&o](const RowsCase& c) { return to_json(o, c); };
  row.leaves_out_unsupported = true;
  row.shrink_budget = 800;
  return row;
}

/// The largest extents of any of the cases.
std::string extents_text(const RowsOffer& o, const std::vector<RowsCase>& cases) {
  std::int64_t n = 0, rows = 0, d = 0;
  for (const RowsCase& c : cases) {
    n = std::max(n, row_length(o, c));
    rows = std::max(rows, row_count(o, c));
    d = std::max(d, c.d);
  }
  std::string text = "; up to " + std::to_string(rows) + " row(s), up to " + std::to_string(n) + " long";
  if (o.has("v")) text += ", v up to " + std::to_string(d) + " wide";
  return text;
}

}  // namespace

Subject subject_of(const RowsOffer& o, const RowsCase& c) {
  return {shape_text(o, c), to_json(o, c).dump(), {}};
}

std::string describe(const RowsOffer& o, const CaseJudgement& j, const RowsCase& c) {
  std::string text = shape_text(o, c);
  text += call_text(j);
  if (!j.finding) return text;
  const Finding& f = *j.finding;
  const Format& format = *o.formats[f.at.tensor];
  text += "; " + std::string(o.operation->tensors[f.at.tensor].name) + " (" + std::to_string(f.at.outer) +
          ", " + std::to_string(f.at.i) + (c.inner == 1 ? "" : ", " + std::to_string(f.at.inner)) + ") is " +
          shown_text(format, f.actual) + ", " + f.what;
  const auto distance = ulp_distance(format, f.expected, f.actual);
  if (distance && *distance != 0) text += ", " + codes_away(*distance);
  if (f.error_over_bound) text += ", error/bound " + number_text(*f.error_over_bound);
  return text + codes_text(o, c, f.at);
}

void judge_property_row(const RowsProperty& property, const Runner& runner, const SuiteContext& context,
                        Row& row) {
  const std::uint64_t seed = derive_seed(context.seed, row.id);
  row.bound = property.bound;
  Statistics statistics;
  RowsCaseRow cases = case_row(runner, [&](const RowsCase& c) { return property.judge(runner, c); });
  cases.fixed = property.cases(runner.definition(), runner.offer(), context.tier, seed);
  cases.drawn = drawn_cases(property.drawn, context.tier);
  if (property.shared && context.tier <= Tier::standard) take_share(runner.offer().share, cases);
  cases.draw = [&](std::uint64_t s, int size) {
    return property.draw(runner.definition(), runner.offer(), s, size);
  };
  ByLength by_length;
  cases.take = [&](const RowsCase& c, const CaseJudgement& j) {
    statistics.merge(j.statistics);
    by_length.add(row_length(runner.offer(), c), j.statistics);
  };
  judge_case_row(cases, context, seed, row);
  if (!row.recipe.empty()) row.recipe += extents_text(runner.offer(), cases.fixed);
  if (row.verdict != Verdict::not_run) {
    statistics.tell(row);
    by_length.tell("row length", row);
  }
  // What was convicted without a distance has no ratio, and that of the others says nothing of it.
  if (row.failed > 0 && row.max_error_over_bound && *row.max_error_over_bound <= 1)
    row.max_error_over_bound.reset();
  // What is not promised is a fact.
  if (row.verdict == Verdict::fail && property.claimed != nullptr && !property.claimed(runner.offer()))
    row.verdict = Verdict::deviation;
}

void judge_tightness_row(const Runner& runner, const SuiteContext& context, Row& row) {
  const std::uint64_t seed = derive_seed(context.seed, row.id);
  row.coverage = report::Coverage::sampled;
  RowsCase best;
  const ScopedOutputs outputs;
  const CaseJudgement j = search_tightness(runner, context.tier, seed, best);
  row.judged = j.judged;
  row.failed = j.failed;
  if (j.reply) {
    return j.reply->status == Status::unsupported ? mark_unsupported(*j.reply, row)
                                                  : mark_refused(*j.reply, row);
  }
  row.recipe = "hill climbing on significands, exponents and signs of one row";
  row.bound = "the largest error over bound that the search found is a lower bound of how sharp the bound is";
  set_fingerprint(outputs, row);
  if (j.failed > 0) {
    const RowsCaseRow cases = case_row(runner, [&](const RowsCase& c) { return judge_all(runner, c); });
    return report_failing_case(cases, best, context, row);
  }
  j.statistics.tell(row);
  row.max_error_over_bound = j.statistics.max_error_over_bound;
  row.verdict = j.judged > 0 ? Verdict::pass : Verdict::fail;
  if (j.judged == 0) row.message = "the search judged nothing";
}

}  // namespace ulpgate::rows
