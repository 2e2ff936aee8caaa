#include "suites/convert/suite.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>

#include "reports/record/error.h"
#include "suites/convert/case_json.h"
#include "suites/convert/judge_row.h"
#include "suites/convert/requirements.h"
#include "suites/framework/share.h"

namespace ulpgate::convert {
namespace {

constexpr Outcome outcomes[] = {Outcome::normal,   Outcome::subnormal, Outcome::underflow, Outcome::zero,
                                Outcome::overflow, Outcome::infinity,  Outcome::nan,       Outcome::negative};

/// Offers live as long as the plan's rows, which point into them.
struct Shared {
  std::vector<ConvertOffer> offers;
};

Level level_of(std::string_view requirement) {
  for (const Requirement& r : requirements) {
    if (r.id == requirement) return r.level;
  }
  return Level::sound;
}

RowIdentity identity(const SuiteContext& context, const ConvertOffer& offer, std::string_view requirement) {
  RowIdentity id;
  id.operation = "convert";
  id.implementation = context.implementation.name();
  id.variant = offer.offer.variant;
  id.requirement = requirement;
  id.level = level_of(requirement);
  id.formats = {{"from", std::string(offer.from->name)}, {"to", std::string(offer.to->name)}};
  id.tier = name(context.tier);
  id.id = row_id(id.operation, id.implementation, offer.formats_text(), id.variant, requirement);
  return id;
}

Peers peers_of(const std::shared_ptr<Shared>& shared, const ConvertOffer& offer,
               const SuiteContext& context) {
  Peers peers{.others = {}, .implementation = &context.implementation};
  for (const ConvertOffer& other : shared->offers) {
    if (&other != &offer) peers.others.push_back(&other);
  }
  return peers;
}

void plan_offer(const SuiteContext& context, const std::shared_ptr<Shared>& shared, const ConvertOffer& offer,
                std::vector<PlannedRow>& rows) {
  const SuiteContext* c = &context;
  const ConvertOffer* o = &offer;
  const auto add = [&](std::string_view requirement, std::function<void(Row&)> judge) {
    rows.push_back(
        {identity(context, offer, requirement), std::move(judge), offer.offer.claims, offer.offer.ran});
  };
  auto sweep = std::make_shared<std::optional<Sweep>>();
  for (Outcome outcome : outcomes) {
    if (!outcome_possible(offer, outcome)) continue;
    add(sweep_requirement(outcome), [shared, sweep, c, o, outcome](Row& row) {
      const Runner runner(c->implementation, *o);
      if (!*sweep) {
        const std::uint64_t seed = derive_seed(
            c->seed, row_id("convert", c->implementation.name(), o->formats_text(), o->offer.variant, ""));
        *sweep = run_sweep(runner, Inputs(*o->from, *o->to, c->tier, seed), c->threads);
      }
      judge_sweep_row(**sweep, outcome, runner, *c, row);
    });
  }
  const Peers peers = peers_of(shared, offer, context);
  for (const ConvertProperty& property : properties()) {
    if (!property.applies(offer, peers)) continue;
    add(property.requirement, [shared, c, o, peers, &property](Row& row) {
      judge_property_row(property, Runner(c->implementation, *o), peers, *c, row);
    });
  }
}

std::vector<PlannedRow> plan(const SuiteContext& context) {
  auto shared = std::make_shared<Shared>();
  shared->offers = convert_offers(context.implementation);
  std::vector<PlannedRow> rows;
  for (const ConvertOffer& offer : shared->offers) {
    PlannedRow claims{identity(context, offer, "API-CLAIM-1"), nullptr, offer.offer.claims, offer.offer.ran};
    const ConvertOffer* o = &offer;
    claims.judge = [shared, o](Row& row) {
      row.judged = 1;
      row.coverage = report::Coverage::exhaustive;
      row.bound = "every choice that the formats leave open is claimed";
      row.verdict = o->unclaimed.empty() ? Verdict::pass : Verdict::not_claimed;
      row.failed = o->unclaimed.empty() ? 0 : 1;
      row.message = o->unclaimed;
    };
    rows.push_back(std::move(claims));
    const auto i = static_cast<std::size_t>(o - shared->offers.data());
    if (offer.unclaimed.empty() && in_tier(context.tier, context.spec, i, shared->offers.size()))
      plan_offer(context, shared, offer, rows);
  }
  return rows;
}

const ConvertOffer* find_offer(const std::vector<ConvertOffer>& offers, const RowIdentity& row) {
  const auto found = std::find_if(offers.begin(), offers.end(), [&](const ConvertOffer& o) {
    return o.offer.variant == row.variant && report::Formats{{"from", std::string(o.from->name)},
                                                             {"to", std::string(o.to->name)}} == row.formats;
  });
  return found == offers.end() ? nullptr : &*found;
}

std::string replay(Implementation& implementation, const RowIdentity& row,
                   const nlohmann::ordered_json& the_case) {
  const std::vector<ConvertOffer> offers = convert_offers(implementation);
  const ConvertOffer* offer = find_offer(offers, row);
  if (offer == nullptr)
    throw report::InputError(implementation.name() + " does not offer " + row.variant + " for these formats");
  if (!offer->unclaimed.empty()) return offer->unclaimed;
  const ConvertCase c = case_from_json(the_case, *offer->from, *offer->to);
  const Runner runner(implementation, *offer);
  Peers peers{.others = {}, .implementation = &implementation};
  for (const ConvertOffer& other : offers) {
    if (&other != offer) peers.others.push_back(&other);
  }
  CaseJudgement j;
  if (const ConvertProperty* property = find_property(row.requirement)) {
    j = property->judge(runner, peers, c);
  } else {
    const auto* outcome = std::find_if(std::begin(outcomes), std::end(outcomes),
                                       [&](Outcome o) { return sweep_requirement(o) == row.requirement; });
    if (outcome == std::end(outcomes))
      throw report::InputError("convert has no requirement " + row.requirement);
    j = judge_outcome(runner, c, *outcome);
  }
  if (j.fails()) return describe(runner, j, c);
  if (j.reply) throw report::InputError(implementation.name() + " answered: unsupported; nothing was judged");
  if (j.judged == 0) throw report::InputError("the case judges nothing of " + row.requirement);
  return {};
}

}  // namespace

const Suite& suite() {
  static const Suite s{.operation = "convert", .requirements = requirements, .plan = plan, .replay = replay};
  return s;
}

}  // namespace ulpgate::convert
