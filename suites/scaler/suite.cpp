#include "suites/scaler/suite.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "reference/formats/ulp.h"
#include "reports/record/curve.h"
#include "reports/record/error.h"
#include "suites/framework/case_row.h"
#include "suites/framework/offered_row.h"
#include "suites/framework/random.h"
#include "suites/framework/text.h"
#include "suites/scaler/case_json.h"
#include "suites/scaler/property.h"
#include "suites/scaler/requirements.h"
#include "suites/scaler/shrink_case.h"

namespace ulpgate::scaler {
namespace {

using Offers = std::shared_ptr<const std::vector<ScalerOffer>>;

CaseJudgement judge(const ScalerProperty& p, Implementation& implementation, const ScalerOffer& o,
                    const ScalerCase& c) {
  return (p.judge != nullptr ? p.judge : judge_script)(p, implementation, o, c);
}

std::string describe(const ScalerCase& c, const CaseJudgement& j) {
  std::string text = case_text(c);
  if (j.reply)
    text += "; a call answered: " + excerpt(j.reply->message.empty() ? "(no message)" : j.reply->message);
  if (!j.difference) return text;
  const Difference& d = *j.difference;
  text += "; at command " + std::to_string(d.command + 1) + ", ";
  if (d.command < c.script.size()) text += "'" + script_text({c.script[d.command]}) + "': ";
  text += d.what;
  if (d.format == nullptr) return text;
  const auto distance = ulp_distance(*d.format, d.expected, d.actual);
  if (distance && *distance != 0) text += ", " + codes_away(*distance);
  return text;
}

std::optional<report::Worst> worst_of(const CaseJudgement& j) {
  if (!j.difference || j.difference->format == nullptr) return std::nullopt;
  const Difference& d = *j.difference;
  const auto distance = ulp_distance(*d.format, d.expected, d.actual);
  report::Worst w;
  w.index = d.command;
  w.input = shown(*d.format, d.input);
  w.actual = shown(*d.format, d.actual);
  w.expected = shown(*d.format, d.expected);
  w.ulps = distance ? (*distance > 0 ? "+" : "") + std::to_string(*distance) : "not a distance";
  w.note = d.what;
  return w;
}

void judge_row(const ScalerProperty& property, const ScalerOffer& offer, const SuiteContext& context,
               Row& row) {
  const std::uint64_t seed = derive_seed(context.seed, row.id);
  row.bound =
      "the same as the model of the claims, to the bit: reference/scalers/, reference/oracles/unscale.h";
  CaseRow<ScalerCase, CaseJudgement> cases;
  cases.judge = traced<ScalerCase, CaseJudgement>(
      [&](const ScalerCase& c) { return judge(property, context.implementation, offer, c); },
      [](const ScalerCase& c) {
        return Subject{case_text(c), to_json(c).dump(), {}};
      });
  cases.fixed = property.cases(offer, context.tier, seed);
  cases.drawn = drawn_cases(property.drawn, context.tier);
  cases.draw = [&](std::uint64_t s, int size) { return property.draw(offer, s, size); };
  cases.simpler = simpler_cases;
  cases.describe = describe;
  cases.worst = [](const ScalerCase&, const CaseJudgement& j) { return worst_of(j); };
  cases.to_json = to_json;
  cases.leaves_out_unsupported = true;
  // Of the case whose scale turns most often, the first one.
  constexpr std::size_t most_points = 64;
  std::vector<std::pair<double, double>> scales;
  cases.take = [&scales](const ScalerCase&, const CaseJudgement& j) {
    const auto is_infinite = [](const auto& point) { return !std::isfinite(point.second); };
    const bool drawable = std::none_of(j.scales.begin(), j.scales.end(), is_infinite);
    if (drawable && j.scales.size() <= most_points && report::tells_more(j.scales, scales)) scales = j.scales;
  };
  judge_case_row(cases, context, seed, row);
  if (row.verdict != Verdict::not_run && scales.size() > 2)
    row.curves.push_back({"scale by command", std::move(scales)});
}

std::vector<PlannedRow> plan(const SuiteContext& context) {
  const auto offers = std::make_shared<std::vector<ScalerOffer>>(scaler_offers(context.implementation));
  std::vector<PlannedRow> rows;
  for (const ScalerOffer& offer : *offers) {
    const ScalerOffer* o = &offer;
    const SuiteContext* c = &context;
    rows.push_back(claims_row(context, offers, offer, requirements));
    const auto i = static_cast<std::size_t>(o - offers->data());
    if (!offer.unclaimed.empty() || !in_tier(context.tier, context.spec, i, offers->size())) continue;
    for (const ScalerProperty& property : properties()) {
      if (!property.applies(offer)) continue;
      rows.push_back(
          {offered_row(context, offer.offer, offer.formats_text(), property.requirement, requirements),
           [offers, o, c, &property](Row& row) { judge_row(property, *o, *c, row); }, offer.offer.claims,
           offer.offer.ran});
    }
  }
  return rows;
}

std::string replay(Implementation& implementation, const RowIdentity& row,
                   const nlohmann::ordered_json& the_case) {
  const std::vector<ScalerOffer> offers = scaler_offers(implementation);
  const ScalerOffer& offer = offer_of_row(offers, row, implementation);
  if (!offer.unclaimed.empty()) return offer.unclaimed;
  const ScalerProperty* property = find_property(row.requirement);
  if (property == nullptr) throw report::InputError("grad_scaler has no requirement " + row.requirement);
  const ScalerCase c = case_from_json(the_case);
  const CaseJudgement j = judge(*property, implementation, offer, c);
  if (j.fails()) return describe(c, j);
  if (j.reply) throw report::InputError(implementation.name() + " answered: unsupported; nothing was judged");
  if (j.judged == 0) throw report::InputError("the case judges nothing of " + row.requirement);
  return {};
}

}  // namespace

const Suite& suite() {
  static const Suite s{
      .operation = "grad_scaler", .requirements = requirements, .plan = plan, .replay = replay};
  return s;
}

}  // namespace ulpgate::scaler
