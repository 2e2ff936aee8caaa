#include "suites/mma/suite.h"

#include <algorithm>
#include <memory>

#include "reports/record/error.h"
#include "suites/framework/share.h"
#include "suites/mma/case_json.h"
#include "suites/mma/judge_row.h"
#include "suites/mma/requirements.h"

namespace ulpgate::mma {
namespace {

/// Offers live as long as the plan's rows, which point into them.
using Offers = std::shared_ptr<const std::vector<MmaOffer>>;

Level level_of(std::string_view requirement) {
  for (const Requirement& r : requirements) {
    if (r.id == requirement) return r.level;
  }
  return Level::sound;
}

report::Formats formats_of(const MmaOffer& offer) {
  report::Formats formats{{"a", std::string(offer.a->name)},
                          {"b", std::string(offer.b->name)},
                          {"c", std::string(offer.c->name)},
                          {"d", std::string(offer.d->name)}};
  if (offer.scale != nullptr) {
    formats.emplace_back("a_scale", offer.scale->name);
    formats.emplace_back("b_scale", offer.scale->name);
  }
  return formats;
}

RowIdentity identity(const SuiteContext& context, const MmaOffer& offer, std::string_view requirement) {
  RowIdentity id;
  id.operation = "mma";
  id.implementation = context.implementation.name();
  id.variant = offer.offer.variant;
  id.requirement = requirement;
  id.level = level_of(requirement);
  id.formats = formats_of(offer);
  id.tier = name(context.tier);
  id.id = row_id(id.operation, id.implementation, offer.formats_text(), id.variant, requirement);
  return id;
}

PlannedRow claim_row(const SuiteContext& context, const Offers& offers, const MmaOffer& offer) {
  const auto judge = [offers, o = &offer](Row& row) {
    row.judged = 1;
    row.coverage = report::Coverage::exhaustive;
    row.bound = "shape and scales are claimed, and the entry, where one is claimed, takes them";
    row.verdict = o->unclaimed.empty() ? Verdict::pass : Verdict::not_claimed;
    row.failed = o->unclaimed.empty() ? 0 : 1;
    row.message = o->unclaimed;
  };
  return {identity(context, offer, "API-CLAIM-1"), judge, offer.offer.claims, offer.offer.ran};
}

std::vector<PlannedRow> plan(const SuiteContext& context) {
  const auto offers = std::make_shared<const std::vector<MmaOffer>>(mma_offers(context.implementation));
  std::vector<PlannedRow> rows;
  for (const MmaOffer& offer : *offers) {
    rows.push_back(claim_row(context, offers, offer));
    const auto i = static_cast<std::size_t>(&offer - offers->data());
    if (!offer.unclaimed.empty() || !in_tier(context.tier, context.spec, i, offers->size())) continue;
    for (const MmaProperty& property : properties()) {
      if (!property.applies(offer)) continue;
      const auto judge = [offers, c = &context, o = &offer, p = &property](Row& row) {
        judge_property_row(*p, Bench(c->implementation, *o), *c, row);
      };
      rows.push_back(
          {identity(context, offer, property.requirement), judge, offer.offer.claims, offer.offer.ran});
    }
  }
  return rows;
}

std::string replay(Implementation& implementation, const RowIdentity& row,
                   const nlohmann::ordered_json& the_case) {
  const std::vector<MmaOffer> offers = mma_offers(implementation);
  const auto offer = std::find_if(offers.begin(), offers.end(), [&](const MmaOffer& o) {
    return o.offer.variant == row.variant && formats_of(o) == row.formats;
  });
  if (offer == offers.end())
    throw report::InputError(implementation.name() + " does not offer " + row.variant + " for these formats");
  if (!offer->unclaimed.empty()) return offer->unclaimed;
  const MmaProperty* property = find_property(row.requirement);
  if (property == nullptr) throw report::InputError("mma has no requirement " + row.requirement);
  if (!property->applies(*offer))
    throw report::InputError(row.requirement + " does not apply to what " + implementation.name() +
                             " claims now");
  const MmaCase c = case_from_json(the_case, *offer);
  const CaseJudgement j = property->judge(Bench(implementation, *offer), c);
  if (j.fails()) return describe(*offer, j, c);
  if (j.reply) throw report::InputError(implementation.name() + " answered: unsupported; nothing was judged");
  if (j.judged == 0) throw report::InputError("the case judges nothing of " + row.requirement);
  return {};
}

}  // namespace

const Suite& suite() {
  static const Suite s{.operation = "mma", .requirements = requirements, .plan = plan, .replay = replay};
  return s;
}

}  // namespace ulpgate::mma
