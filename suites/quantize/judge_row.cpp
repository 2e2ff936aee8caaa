#include "suites/quantize/judge_row.h"

#include "reference/formats/ulp.h"
#include "suites/framework/case_row.h"
#include "suites/framework/random.h"
#include "suites/framework/text.h"
#include "suites/quantize/case_json.h"
#include "suites/quantize/shrink_case.h"

namespace ulpgate::blocks {
namespace {

std::string layout_text(const Layout& l) {
  std::string text;
  if (l.pad != 0) text += ", rows padded by " + std::to_string(l.pad);
  if (l.step != 1) text += ", step " + std::to_string(l.step);
  if (l.turned) text += ", columns lie together";
  if ((l.reversed & 1) != 0) text += ", rows backwards";
  if ((l.reversed & 2) != 0) text += ", columns backwards";
  if (l.lead != 0) text += ", " + std::to_string(l.lead) + " past a 64-byte boundary";
  return text;
}

std::string shape_text(const BlocksOffer& o, const BlocksCase& c) {
  std::string text = std::to_string(c.rows) + " x " + std::to_string(c.columns);
  if (c.length > 0)
    text = std::to_string(c.rows) + " steps of " + std::to_string(c.columns) + " tensor(s), history of " +
           std::to_string(c.length);
  text += ", " + std::string(name(c.family));
  if (o.is("delayed_scale_update") && c.margin != 0) text += ", margin " + std::to_string(c.margin);
  return text + layout_text(c.layout);
}

/// Short inputs.
std::string codes_text(const BlocksOffer& o, const BlocksCase& c) {
  constexpr std::size_t most = 8;
  if (c.family != Family::codes) return {};
  std::string text;
  for (std::size_t t = 0; t < c.codes.size(); ++t) {
    if (c.codes[t].empty()) continue;
    text += "; " + std::string(o.operation->tensors[t].name) + " = [";
    for (std::size_t i = 0; i < std::min(c.codes[t].size(), most); ++i)
      text += (i == 0 ? "" : " ") + shown_text(*o.formats[t], c.codes[t][i]);
    text += c.codes[t].size() > most ? " ...]" : "]";
  }
  return text;
}

/// What runs thread by thread takes its time: the cases of the tier below.
Tier tier_of(const BlocksOffer& o, Tier tier) {
  return o.emulated && tier != Tier::smoke ? static_cast<Tier>(static_cast<int>(tier) - 1) : tier;
}

std::optional<report::Worst> worst_of(const BlocksOffer& o, const BlocksCase& c, const CaseJudgement& j) {
  if (!j.finding) return std::nullopt;
  const Finding& f = *j.finding;
  const Format& format = *o.formats[f.tensor];
  const auto distance = ulp_distance(format, f.expected, f.actual);
  report::Worst w;
  w.index = static_cast<std::uint64_t>(f.row * stored_shape(o, c, f.tensor)[1] + f.column);
  w.actual = shown(format, f.actual);
  w.expected = shown(format, f.expected);
  w.ulps = distance ? (*distance > 0 ? "+" : "") + std::to_string(*distance) : "not a distance";
  w.note = f.what;
  return w;
}

}  // namespace

std::string describe(const BlocksOffer& o, const CaseJudgement& j, const BlocksCase& c) {
  std::string text = shape_text(o, c);
  text += call_text(j);
  if (!j.finding) return text;
  const Finding& f = *j.finding;
  const Format& format = *o.formats[f.tensor];
  if (f.step >= 0) text += "; in step " + std::to_string(f.step);
  text += "; " + std::string(o.operation->tensors[f.tensor].name) + " (" + std::to_string(f.row) + ", " +
          std::to_string(f.column) + ") is " + shown_text(format, f.actual) + ", " + f.what;
  return text + codes_text(o, c);
}

void judge_property_row(const BlocksProperty& property, const Runner& runner, const SuiteContext& context,
                        Row& row) {
  const std::uint64_t seed = derive_seed(context.seed, row.id);
  const BlocksOffer& o = runner.offer();
  row.bound = property.bound;
  CaseRow<BlocksCase, CaseJudgement> cases;
  cases.judge =
      traced<BlocksCase, CaseJudgement>([&](const BlocksCase& c) { return property.judge(runner, c); },
                                        [&o](const BlocksCase& c) {
                                          return Subject{shape_text(o, c), to_json(o, c).dump(), {}};
                                        });
  cases.fixed = property.cases(o, tier_of(o, context.tier), seed);
  cases.drawn = drawn_cases(property.drawn, context.tier);
  if (property.shared && context.tier <= Tier::standard) take_share(o.share, cases);
  cases.draw = [&](std::uint64_t s, int size) { return property.draw(o, s, size); };
  cases.simpler = [&o](const BlocksCase& c) { return simpler_cases(o, c); };
  cases.describe = [&o](const BlocksCase& c, const CaseJudgement& j) { return describe(o, j, c); };
  cases.worst = [&o](const BlocksCase& c, const CaseJudgement& j) { return worst_of(o, c, j); };
  cases.to_json = [&o](const BlocksCase& c) { return to_json(o, c); };
  cases.leaves_out_unsupported = true;
  cases.shrink_budget = 800;
  judge_case_row(cases, context, seed, row);
}

}  // namespace ulpgate::blocks
