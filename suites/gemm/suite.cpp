#include "suites/gemm/suite.h"

#include <memory>

#include "reports/record/error.h"
#include "suites/framework/offered_row.h"
#include "suites/framework/share.h"
#include "suites/gemm/case_json.h"
#include "suites/gemm/judge_row.h"
#include "suites/gemm/matrix_layout.h"
#include "suites/gemm/requirements.h"

namespace ulpgate::gemm {
namespace {

using Offers = std::vector<GemmOffer>;

void plan_offer(const SuiteContext& context, const std::shared_ptr<Offers>& offers, const GemmOffer& offer,
                std::vector<PlannedRow>& rows) {
  const SuiteContext* c = &context;
  const GemmOffer* o = &offer;
  const auto add = [&](std::string_view requirement, std::function<void(Row&)> judge) {
    rows.push_back({offered_row(context, offer.offer, offer.formats_text(), requirement, requirements),
                    std::move(judge), offer.offer.claims, offer.offer.ran});
  };
  for (const GemmProperty& property : properties()) {
    if (!property.applies(offer)) continue;
    add(property.requirement, [offers, c, o, &property](Row& row) {
      judge_property_row(property, Runner(c->implementation, *o), *c, row);
    });
  }
  const bool searched = !offer.integer() && offer.bias == nullptr && offer.a_scale == nullptr &&
                        offer.b_scale == nullptr && offer.arithmetic.inputs == nullptr;
  if (searched) {
    add("GEMM-TIGHT-1",
        [offers, c, o](Row& row) { judge_tightness_row(Runner(c->implementation, *o), *c, row); });
  }
}

std::vector<PlannedRow> plan(const SuiteContext& context) {
  auto offers = std::make_shared<Offers>(gemm_offers(context.implementation));
  std::vector<PlannedRow> rows;
  for (const GemmOffer& offer : *offers) {
    rows.push_back(claims_row(context, offers, offer, requirements));
    const auto i = static_cast<std::size_t>(&offer - offers->data());
    if (offer.unclaimed.empty() && in_tier(context.tier, context.spec, i, offers->size()))
      plan_offer(context, offers, offer, rows);
  }
  return rows;
}

/// A file must not ask for more memory than a test ever does.
void check_memory(const GemmCase& c) {
  constexpr std::int64_t most = std::int64_t{1} << 28;
  for (const StridedPlan& plan : {plan_layout(c.batch, c.m, c.k, c.a), plan_layout(c.batch, c.k, c.n, c.b),
                                  plan_layout(c.batch, c.m, c.n, c.c), plan_layout(c.batch, c.m, c.n, c.d)}) {
    if (plan.extent > most) throw report::InputError("case: shape and layout need too much memory");
  }
}

std::string replay(Implementation& implementation, const RowIdentity& row,
                   const nlohmann::ordered_json& the_case) {
  const Offers offers = gemm_offers(implementation);
  const GemmOffer& offer = offer_of_row(offers, row, implementation);
  if (!offer.unclaimed.empty()) return offer.unclaimed;
  const GemmCase c = case_from_json(offer, the_case);
  if (row.requirement != "GEMM-INDEX-1") check_memory(c);
  const Runner runner(implementation, offer);
  CaseJudgement j;
  if (const GemmProperty* property = find_property(row.requirement)) {
    j = property->judge(runner, c);
  } else if (row.requirement == "GEMM-TIGHT-1") {
    j = judge_elements(runner, c, Which::all);
  } else {
    throw report::InputError("gemm has no requirement " + row.requirement);
  }
  if (j.fails()) return describe(offer, j, c);
  if (j.reply) throw report::InputError(implementation.name() + " answered: unsupported; nothing was judged");
  if (j.judged == 0) throw report::InputError("the case judges nothing of " + row.requirement);
  return {};
}

}  // namespace

const Suite& suite() {
  static const Suite s{.operation = "gemm", .requirements = requirements, .plan = plan, .replay = replay};
  return s;
}

}  // namespace ulpgate::gemm
