#include "suites/mma/judge_row.h"

#include <algorithm>
#include <cstdio>

#include "reference/formats/ulp.h"
#include "suites/framework/case_row.h"
#include "suites/framework/random.h"
#include "suites/framework/text.h"
#include "suites/mma/case_json.h"
#include "suites/mma/shrink_case.h"

namespace ulpgate::mma {
namespace {

constexpr std::size_t most_shown = 8;

/// "A[0,3] 0x3C00 (1), C[0,0] 0x3F800000 (1)".
std::string planted_text(const MmaOffer& o, const MmaCase& c) {
  constexpr const char* letters[] = {"A", "B", "C", "A scale", "B scale"};
  std::string text;
  for (std::size_t i = 0; i < std::min(c.planted.size(), most_shown); ++i) {
    const Planted& p = c.planted[i];
    text += std::string(i == 0 ? "" : ", ") + letters[static_cast<std::size_t>(p.matrix)] + "[" +
            std::to_string(p.row) + "," + std::to_string(p.column) + "] " +
            shown_text(format_of(o, p.matrix), p.code);
  }
  if (c.planted.size() > most_shown)
    text += " and " + std::to_string(c.planted.size() - most_shown) + " more";
  return text;
}

std::string case_text(const MmaOffer& o, const MmaCase& c) {
  std::string text = to_text(o.shape);
  if (c.family == Family::zeros) {
    text += c.planted.empty() ? ", zeros" : ", zeros but for " + planted_text(o, c);
  } else if (c.family == Family::vector) {
    text += ", line " + c.line;
  } else {
    text += ", " + std::string(name(c.family)) + " of seed " + std::to_string(c.seed);
    if (!c.planted.empty()) text += " with " + planted_text(o, c);
  }
  if (c.instructions > 1) text += ", a chain of " + std::to_string(c.instructions);
  if (c.lead != 0) text += ", " + std::to_string(c.lead) + " elements past a 64-byte boundary";
  return text;
}

std::string ulps_text(const Format& d, const Finding& f) {
  const auto distance = ulp_distance(d, f.expected, f.actual);
  return distance ? (*distance > 0 ? "+" : "") + std::to_string(*distance) : "not a distance";
}

}  // namespace

std::string describe(const MmaOffer& o, const CaseJudgement& j, const MmaCase& c) {
  std::string text = case_text(o, c);
  text += call_text(j);
  if (!j.finding) return text;
  const Finding& f = *j.finding;
  std::string element = "D[" + std::to_string(f.row) + "," + std::to_string(f.column) + "]";
  if (c.instructions > 1) element += " of instruction " + std::to_string(f.instruction + 1);
  element += " is " + shown_text(*o.d, f.actual) + ", " + f.what;
  const auto distance = ulp_distance(*o.d, f.expected, f.actual);
  if (distance && *distance != 0) element += ", " + codes_away(*distance);
  if (f.error_over_bound) {
    char number[48];
    std::snprintf(number, sizeof number, ", error/bound %.4g", *f.error_over_bound);
    element += number;
  }
  return text + "; " + element;
}

namespace {

std::optional<report::Worst> worst_of(const MmaOffer& o, const MmaCase& c, const CaseJudgement& j) {
  if (!j.finding) return std::nullopt;
  const Finding& f = *j.finding;
  const std::size_t at = place(f.row, o.shape.n, f.column);
  report::Worst w;
  w.index = at;
  // Of the many inputs of an element its accumulator stands for all.
  w.input = shown(*o.c, f.accumulators.empty() ? expand(o, c).c[at] : f.accumulators[at]);
  w.actual = shown(*o.d, f.actual);
  w.expected = shown(*o.d, f.expected);
  w.ulps = ulps_text(*o.d, f);
  w.error_over_bound = f.error_over_bound;
  w.note = "input is the accumulator; " + f.what;
  return w;
}

}  // namespace

void judge_property_row(const MmaProperty& property, const Bench& bench, const SuiteContext& context,
                        Row& row) {
  const MmaOffer& o = bench.offer();
  const std::uint64_t seed = derive_seed(context.seed, row.id);
  row.bound = property.bound;
  CaseRow<MmaCase, CaseJudgement> cases;
  cases.judge = traced<MmaCase, CaseJudgement>([&](const MmaCase& c) { return property.judge(bench, c); },
                                               [&](const MmaCase& c) {
                                                 return Subject{case_text(o, c), to_json(c, o).dump(), {}};
                                               });
  cases.fixed = property.cases(o, context.tier, seed);
  cases.drawn = property.drawn == 0 ? 0 : sized(o, context.tier, property.drawn);
  const bool exhaustive = property.requirement == "MMA-LAYOUT-1" || property.requirement == "MMA-VECTOR-1";
  if (!exhaustive && context.tier <= Tier::standard) take_share(o.share, cases);
  cases.draw = [&](std::uint64_t s, int) { return draw_case(o, property, s); };
  cases.simpler = [&](const MmaCase& c) { return simpler_cases(o, c); };
  cases.reduce = [&](const MmaCase& c, const CaseJudgement& j) {
    return reduce_around(o, c, j, cases.judge);
  };
  cases.describe = [&](const MmaCase& c, const CaseJudgement& j) { return describe(o, j, c); };
  cases.worst = [&](const MmaCase& c, const CaseJudgement& j) { return worst_of(o, c, j); };
  cases.to_json = [&](const MmaCase& c) { return to_json(c, o); };
  cases.take = [&](const MmaCase&, const CaseJudgement& j) {
    if (j.error_over_bound)
      row.max_error_over_bound = std::max(row.max_error_over_bound.value_or(0), *j.error_over_bound);
  };
  // Every candidate costs a call: of a large instruction fewer are tried.
  cases.shrink_budget = static_cast<std::size_t>(std::clamp<std::int64_t>(8'000'000 / o.work(), 60, 3000));
  judge_case_row(cases, context, seed, row);
  if (row.verdict == Verdict::fail && row.level != Level::sound && !o.entry) row.verdict = Verdict::deviation;
}

}  // namespace ulpgate::mma
