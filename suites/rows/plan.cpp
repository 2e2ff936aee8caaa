#include "suites/rows/plan.h"

#include <map>
#include <memory>

#include "reports/record/error.h"
#include "suites/framework/offered_row.h"
#include "suites/framework/share.h"
#include "suites/rows/case_json.h"
#include "suites/rows/judge_row.h"
#include "suites/rows/requirements.h"

namespace ulpgate::rows {
namespace {

using Offers = std::vector<RowsOffer>;

void plan_offer(const Definition& definition, const SuiteContext& context,
                const std::shared_ptr<Offers>& offers, const RowsOffer& offer,
                std::vector<PlannedRow>& rows) {
  const SuiteContext* c = &context;
  const RowsOffer* o = &offer;
  const Definition* d = &definition;
  const auto add = [&](std::string_view requirement, std::function<void(Row&)> judge) {
    rows.push_back(
        {offered_row(context, offer.offer, offer.formats_text(), requirement, all_requirements(definition)),
         std::move(judge), offer.offer.claims, offer.offer.ran});
  };
  for (const std::span<const RowsProperty> some : {definition.properties, common_properties()}) {
    for (const RowsProperty& property : some) {
      if (!property.applies(offer)) continue;
      add(property.requirement, [offers, c, o, d, &property](Row& row) {
        judge_property_row(property, Runner(c->implementation, *o, *d), *c, row);
      });
    }
  }
  if (definition.tightness.empty()) return;
  add(definition.tightness,
      [offers, c, o, d](Row& row) { judge_tightness_row(Runner(c->implementation, *o, *d), *c, row); });
}

}  // namespace

std::span<const Requirement> all_requirements(const Definition& definition) {
  static std::map<std::string_view, std::vector<Requirement>> known;
  std::vector<Requirement>& all = known[definition.operation];
  if (all.empty()) {
    all.assign(requirements.begin(), requirements.end());
    all.insert(all.end(), definition.requirements.begin(), definition.requirements.end());
  }
  return all;
}

std::vector<PlannedRow> plan(const Definition& definition, const SuiteContext& context) {
  auto offers = std::make_shared<Offers>(rows_offers(context.implementation, definition.operation));
  std::vector<PlannedRow> rows;
  for (const RowsOffer& offer : *offers) {
    rows.push_back(claims_row(context, offers, offer, all_requirements(definition)));
    const auto i = static_cast<std::size_t>(&offer - offers->data());
    if (offer.unclaimed.empty() && in_tier(context.tier, context.spec, i, offers->size()))
      plan_offer(definition, context, offers, offer, rows);
  }
  return rows;
}

std::string replay(const Definition& definition, Implementation& implementation, const RowIdentity& row,
                   const nlohmann::ordered_json& the_case) {
  const Offers offers = rows_offers(implementation, definition.operation);
  const RowsOffer& offer = offer_of_row(offers, row, implementation);
  if (!offer.unclaimed.empty()) return offer.unclaimed;
  const RowsCase c = case_from_json(offer, the_case);
  const Runner runner(implementation, offer, definition);
  CaseJudgement j;
  if (const RowsProperty* property = find_property(definition, row.requirement)) {
    j = property->judge(runner, c);
  } else if (row.requirement == definition.tightness) {
    j = judge_all(runner, c);
  } else {
    throw report::InputError(std::string(definition.operation) + " has no requirement " + row.requirement);
  }
  if (j.fails()) return describe(offer, j, c);
  if (j.reply) throw report::InputError(implementation.name() + " answered: unsupported; nothing was judged");
  if (j.judged == 0) throw report::InputError("the case judges nothing of " + row.requirement);
  return {};
}

}  // namespace ulpgate::rows
