#include "suites/quantize/plan.h"

#include <map>
#include <memory>

#include "reports/record/error.h"
#include "suites/framework/offered_row.h"
#include "suites/framework/share.h"
#include "suites/quantize/case_json.h"
#include "suites/quantize/judge_row.h"
#include "suites/quantize/requirements.h"

namespace ulpgate::blocks {
namespace {

using Offers = std::vector<BlocksOffer>;

}  // namespace

std::span<const Requirement> all_requirements(const Definition& definition) {
  static std::map<std::string_view, std::vector<Requirement>> known;
  std::vector<Requirement>& all = known[definition.operation];
  if (all.empty()) {
    all.assign(common_requirements.begin(), common_requirements.end());
    all.insert(all.end(), definition.requirements.begin(), definition.requirements.end());
  }
  return all;
}

std::vector<PlannedRow> plan(const Definition& definition, const SuiteContext& context) {
  auto offers = std::make_shared<Offers>(blocks_offers(context.implementation, definition.operation));
  const SuiteContext* c = &context;
  std::vector<PlannedRow> rows;
  for (std::size_t i = 0; i < offers->size(); ++i) {
    const BlocksOffer& offer = (*offers)[i];
    rows.push_back(claims_row(context, offers, offer, all_requirements(definition)));
    if (!offer.unclaimed.empty() || !in_tier(context.tier, context.spec, i, offers->size())) continue;
    for (const std::span<const BlocksProperty> some : {definition.properties, common_properties()}) {
      for (const BlocksProperty& property : some) {
        if (!property.applies(offer)) continue;
        rows.push_back({offered_row(context, offer.offer, offer.formats_text(), property.requirement,
                                    all_requirements(definition)),
                        [offers, c, o = &offer, &property](Row& row) {
                          judge_property_row(property, Runner(c->implementation, *o), *c, row);
                        },
                        offer.offer.claims, offer.offer.ran});
      }
    }
  }
  return rows;
}

std::string replay(const Definition& definition, Implementation& implementation, const RowIdentity& row,
                   const nlohmann::ordered_json& the_case) {
  const Offers offers = blocks_offers(implementation, definition.operation);
  const BlocksOffer& offer = offer_of_row(offers, row, implementation);
  if (!offer.unclaimed.empty()) return offer.unclaimed;
  const BlocksCase c = case_from_json(offer, the_case);
  const BlocksProperty* property = find_property(definition, row.requirement);
  if (property == nullptr)
    throw report::InputError(std::string(definition.operation) + " has no requirement " + row.requirement);
  const CaseJudgement j = property->judge(Runner(implementation, offer), c);
  if (j.fails()) return describe(offer, j, c);
  if (j.reply) throw report::InputError(implementation.name() + " answered: unsupported; nothing was judged");
  return {};
}

}  // namespace ulpgate::blocks
