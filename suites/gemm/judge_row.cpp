#include "suites/gemm/judge_row.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "reference/formats/ulp.h"
#include "suites/framework/case_row.h"
#include "suites/framework/random.h"
#include "suites/framework/text.h"
#include "suites/gemm/case_json.h"
#include "suites/gemm/shrink_case.h"

namespace ulpgate::gemm {
namespace {

std::string layout_text(const char* name, const Layout& l) {
  if (l == Layout{}) return {};
  std::string text = std::string(", ") + name;
  if (l.transposed) text += " transposed";
  if (l.pad != 0) text += " padded by " + std::to_string(l.pad);
  if (l.batch_pad != 0) text += " batches padded by " + std::to_string(l.batch_pad);
  if (l.inner != 1) text += " stride " + std::to_string(l.inner);
  if (l.reversed) text += " reversed";
  if (l.batching == Batching::interleaved) text += " interleaved";
  if (l.batching == Batching::shared) text += " shared";
  if (l.lead != 0) text += " " + std::to_string(l.lead) + " past a 64-byte boundary";
  return text;
}

std::string shape_text(const GemmOffer& o, const GemmCase& c) {
  std::string text = "m" + std::to_string(c.m) + " n" + std::to_string(c.n) + " k" + std::to_string(c.k);
  if (c.batch != 1) text += " batch " + std::to_string(c.batch);
  text += ", " + std::string(name(c.family));
  const double alpha = to_double(*o.alpha, c.alpha), beta = to_double(*o.alpha, c.beta);
  char scalars[64];
  if (alpha != 1 || beta != 0) {
    std::snprintf(scalars, sizeof scalars, ", alpha %.9g, beta %.9g", alpha, beta);
    text += scalars;
  }
  text += layout_text("A", c.a) + layout_text("B", c.b) + layout_text("C", c.c) + layout_text("D", c.d);
  if (c.self) text += ", B is A transposed in the same memory";
  if (c.in_place) text += ", C is D";
  if (c.alarming_c) text += ", C full of NaN";
  return text;
}

std::string codes_text(const Format& f, const std::vector<std::uint64_t>& codes, const char* name) {
  std::string text = std::string("; ") + name + " = [";
  for (std::size_t i = 0; i < codes.size(); ++i) text += (i == 0 ? "" : " ") + shown_text(f, codes[i]);
  return text + "]";
}

std::optional<report::Worst> worst_of(const GemmOffer& o, const GemmCase& c, const CaseJudgement& j) {
  if (!j.finding) return std::nullopt;
  const Finding& f = *j.finding;
  const Format& format = f.of_amax ? *o.amax : *o.d;
  const auto distance = ulp_distance(format, f.expected, f.actual);
  report::Worst w;
  w.index = static_cast<std::uint64_t>((f.batch * c.m + f.row) * c.n + f.column);
  const GemmInputs in = expand(o, c);
  const auto first = static_cast<std::size_t>((f.batch * c.m + f.row) * c.k);
  if (first < in.a.size()) w.input = shown(*o.a, in.a[first]);
  w.actual = shown(format, f.actual);
  w.expected = shown(format, f.expected);
  w.ulps = distance ? (*distance > 0 ? "+" : "") + std::to_string(*distance) : "not a distance";
  w.error_over_bound = f.error_over_bound;
  w.note = f.what;
  return w;
}

using GemmCaseRow = CaseRow<GemmCase, CaseJudgement>;

/// What all rows have in common. What `runner` and `judge` refer to outlives it.
GemmCaseRow case_row(const Runner& runner, const std::function<CaseJudgement(const GemmCase&)>& judge) {
  GemmCaseRow row;
  const GemmOffer& o = runner.offer();
  row.judge = traced<GemmCase, CaseJudgement>(judge, [&o](const GemmCase& c) { return subject_of(o, c); });
  row.simpler = [&o](const GemmCase& c) { return simpler_cases(o, c); };
  row.reduce = [judge = row.judge, &o](const GemmCase& c, const CaseJudgement& j) {
    return j.finding ? reduce_around(o, c, *j.finding, judge) : c;
  };
  row.describe = [&o](const GemmCase& c, const CaseJudgement& j) { return describe(o, j, c); };
  row.worst = [&o](const GemmCase& c, const CaseJudgement& j) { return worst_of(o, c, j); };
  row.to_json = [&o](const GemmCase& c) { return to_json(o, c); };
  row.leaves_out_unsupported = true;
  row.shrink_budget = 800;
  return row;
}

}  // namespace

Subject subject_of(const GemmOffer& o, const GemmCase& c) { return {shape_text(o, c), json_text(o, c), {}}; }

std::string describe(const GemmOffer& o, const CaseJudgement& j, const GemmCase& c) {
  std::string text = shape_text(o, c);
  text += call_text(j);
  if (!j.finding) return text;
  const Finding& f = *j.finding;
  const Format& format = f.of_amax ? *o.amax : *o.d;
  const std::string element = "element (" + (c.batch == 1 ? "" : std::to_string(f.batch) + ", ") +
                              std::to_string(f.row) + ", " + std::to_string(f.column) + ")";
  text += "; " + (f.of_amax ? "amax, by " + element + "," : element) + " is " + shown_text(format, f.actual) +
          ", " + f.what;
  const auto distance = ulp_distance(format, f.expected, f.actual);
  if (distance && *distance != 0) text += ", " + codes_away(*distance);
  if (f.error_over_bound) {
    char number[48];
    std::snprintf(number, sizeof number, ", error/bound %.4g", *f.error_over_bound);
    text += number;
  }
  if (c.family == Family::codes && c.a_codes.size() + c.b_codes.size() <= 16)
    text += codes_text(*o.a, c.a_codes, "A") + codes_text(*o.b, c.b_codes, "B");
  return text;
}

void judge_property_row(const GemmProperty& property, const Runner& runner, const SuiteContext& context,
                        Row& row) {
  const std::uint64_t seed = derive_seed(context.seed, row.id);
  row.bound = property.bound;
  Statistics statistics;
  GemmCaseRow cases = case_row(runner, [&](const GemmCase& c) { return property.judge(runner, c); });
  cases.fixed = property.cases(runner.offer(), context.tier, seed);
  cases.drawn = drawn_cases(property.drawn, context.tier);
  // What is emulated takes its time by the block: not every offer can take every case below `full`.
  if ((property.shared || runner.offer().emulated) && context.tier <= Tier::standard)
    take_share(runner.offer().share, cases);
  cases.draw = [&](std::uint64_t s, int size) { return property.draw(runner.offer(), s, size); };
  ByLength by_length;
  cases.take = [&](const GemmCase& c, const CaseJudgement& j) {
    statistics.merge(j.statistics);
    by_length.add(c.k, j.statistics);
  };
  judge_case_row(cases, context, seed, row);
  if (row.verdict != Verdict::not_run) {
    statistics.tell(row);
    by_length.tell("K", row);
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
  GemmCase best;
  const ScopedOutputs outputs;
  const CaseJudgement j = search_tightness(runner, context.tier, seed, best);
  row.judged = j.judged;
  row.failed = j.failed;
  if (j.reply) {
    return j.reply->status == Status::unsupported ? mark_unsupported(*j.reply, row)
                                                  : mark_refused(*j.reply, row);
  }
  row.recipe = "hill climbing on significands, exponents and signs of one row and one column";
  row.bound = "the largest error over bound that the search found is a lower bound of how sharp the bound is";
  set_fingerprint(outputs, row);
  if (j.failed > 0) {
    const GemmCaseRow cases =
        case_row(runner, [&](const GemmCase& c) { return judge_elements(runner, c, Which::all); });
    return report_failing_case(cases, best, context, row);
  }
  j.statistics.tell(row);
  row.max_error_over_bound = j.statistics.max_error_over_bound;
  row.verdict = j.judged > 0 ? Verdict::pass : Verdict::fail;
  if (j.judged == 0) row.message = "the search judged nothing";
}

}  // namespace ulpgate::gemm
