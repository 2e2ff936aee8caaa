#include "suites/quantize/plan.h"

#include <algorithm>
#include <map>
#include <memory>

#include "reports/record/error.h"
#include "suites/framework/share.h"
#include "suites/quantize/case_json.h"
#include "suites/quantize/judge_row.h"
#include "suites/quantize/requirements.h"

namespace ulpgate::blocks {
namespace {

using Offers = std::vector<BlocksOffer>;

report::Formats row_formats(const BlocksOffer& o) {
  report::Formats formats;
  for (const auto& [role, format] : o.offer.formats) formats.emplace_back(role, format);
  return formats;
}

Level level_of(const Definition& definition, std::string_view requirement) {
  for (const Requirement& r : all_requirements(definition)) {
    if (r.id == requirement) return r.level;
  }
  return Level::sound;
}

RowIdentity identity(const Definition& definition, const SuiteContext& context, const BlocksOffer& offer,
                     std::string_view requirement) {
  RowIdentity id;
  id.operation = definition.operation;
  id.implementation = context.implementation.name();
  id.variant = offer.offer.variant;
  id.requirement = requirement;
  id.level = level_of(definition, requirement);
  id.formats = row_formats(offer);
  id.tier = name(context.tier);
  id.id = row_id(id.operation, id.implementation, offer.formats_text(), id.variant, requirement);
  return id;
}

PlannedRow claims_row(const Definition& definition, const SuiteContext& context,
                      const std::shared_ptr<Offers>& offers, const BlocksOffer& offer) {
  PlannedRow row{
      identity(definition, context, offer, "API-CLAIM-1"), {}, offer.offer.claims, offer.offer.ran};
  const BlocksOffer* o = &offer;
  row.judge = [offers, o](Row& r) {
    r.judged = 1;
    r.coverage = report::Coverage::exhaustive;
    r.bound = "every choice that is left open is claimed";
    r.verdict = o->unclaimed.empty() ? Verdict::pass : Verdict::not_claimed;
    r.failed = o->unclaimed.empty() ? 0 : 1;
    r.message = o->unclaimed;
  };
  return row;
}

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
    rows.push_back(claims_row(definition, context, offers, offer));
    if (!offer.unclaimed.empty() || !in_tier(context.tier, context.spec, i, offers->size())) continue;
    for (const std::span<const BlocksProperty> some : {definition.properties, common_properties()}) {
      for (const BlocksProperty& property : some) {
        if (!property.applies(offer)) continue;
        rows.push_back({identity(definition, context, offer, property.requirement),
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
  const auto offer = std::find_if(offers.begin(), offers.end(), [&](const BlocksOffer& o) {
    return o.offer.variant == row.variant && row_formats(o) == row.formats;
  });
  if (offer == offers.end())
    throw report::InputError(implementation.name() + " does not offer " + row.variant +
                             " for these formats any more");
  if (!offer->unclaimed.empty()) return offer->unclaimed;
  const BlocksCase c = case_from_json(*offer, the_case);
  const BlocksProperty* property = find_property(definition, row.requirement);
  if (property == nullptr)
    throw report::InputError(std::string(definition.operation) + " has no requirement " + row.requirement);
  const CaseJudgement j = property->judge(Runner(implementation, *offer), c);
  if (j.fails()) return describe(*offer, j, c);
  if (j.reply) throw report::InputError(implementation.name() + " answered: unsupported; nothing was judged");
  return {};
}

}  // namespace ulpgate::blocks
