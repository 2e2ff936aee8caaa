#include "suites/autocast/suite.h"

#include <memory>

#include "reports/record/error.h"
#include "suites/autocast/autocast_case.h"
#include "suites/autocast/requirements.h"
#include "suites/framework/case_row.h"
#include "suites/framework/offered_row.h"
#include "suites/framework/random.h"
#include "suites/framework/text.h"

namespace ulpgate::autocast {
namespace {

using Cases = std::vector<AutocastCase>;

/// One, two and three inputs: the region's format, fp32 and fp64 in every place. The other narrow format
/// comes alone: what a mixture of both becomes is not said.
void add_calls(const AutocastOffer& o, const std::string& operation, Cases& all) {
  const Format* const choice[] = {o.low, &formats::fp32, &formats::fp64};
  const Format* const other = o.low == &formats::fp16 ? &formats::bf16 : &formats::fp16;
  for (const Format* a : choice) {
    all.push_back({operation, {a}});
    for (const Format* b : choice) {
      all.push_back({operation, {a, b}});
      all.push_back({operation, {a, b, o.low}});
    }
  }
  all.push_back({operation, {other}});
}

Cases of_policies(const AutocastOffer& o, std::initializer_list<AutocastPolicy> policies) {
  Cases all;
  for (const AutocastPolicy policy : policies) {
    for (const std::string& operation : o.table().operations(policy)) add_calls(o, operation, all);
  }
  return all;
}

Cases low_cases(const AutocastOffer& o) { return of_policies(o, {AutocastPolicy::lower_precision}); }
Cases fp32_cases(const AutocastOffer& o) { return of_policies(o, {AutocastPolicy::fp32}); }
Cases result_cases(const AutocastOffer& o) {
  return of_policies(o, {AutocastPolicy::fp32_result, AutocastPolicy::fp32_appended});
}
Cases widest_cases(const AutocastOffer& o) { return of_policies(o, {AutocastPolicy::widest}); }

/// What is banned on either device.
Cases banned_cases(const AutocastOffer& o) {
  Cases all;
  for (const char* operation : {"binary_cross_entropy", "binary_cross_entropy_with_logits", "mse_loss"})
    add_calls(o, operation, all);
  return all;
}

/// Beside some that are nowhere, those of the other device's lists.
Cases unlisted_cases(const AutocastOffer& o) {
  Cases all;
  for (const char* operation : {"add", "sub", "mul", "div", "relu", "gelu", "sigmoid", "tanh", "mean", "max",
                                "min", "dropout", "batch_norm", "clamp", "where", "embedding"})
    add_calls(o, operation, all);
  AutocastOffer other = o;
  other.on_cuda = !o.on_cuda;
  for (const AutocastPolicy policy :
       {AutocastPolicy::lower_precision, AutocastPolicy::fp32, AutocastPolicy::fp32_result,
        AutocastPolicy::fp32_appended, AutocastPolicy::widest}) {
    for (const std::string& operation : other.table().operations(policy)) {
      if (o.table().policy(operation) == AutocastPolicy::none) add_calls(o, operation, all);
    }
  }
  return all;
}

Cases explicit_cases(const AutocastOffer& o) {
  Cases all;
  for (const char* operation : {"mm", "exp", "sum", "softmax", "norm", "addcmul", "cat", "add"}) {
    for (const Format* input : {o.low, &formats::fp32, &formats::fp64}) {
      for (const Format* dtype : {o.low, &formats::fp32, &formats::fp64})
        all.push_back({operation, {input}, dtype});
      all.push_back({operation, {input, input}, nullptr, true});
    }
  }
  return all;
}

struct Property {
  std::string_view requirement;
  Cases (*cases)(const AutocastOffer&);
};

constexpr Property properties[] = {
    {"AUTOCAST-LOW-1", low_cases},           {"AUTOCAST-FP32-1", fp32_cases},
    {"AUTOCAST-RESULT-1", result_cases},     {"AUTOCAST-WIDEST-1", widest_cases},
    {"AUTOCAST-BANNED-1", banned_cases},     {"AUTOCAST-UNLISTED-1", unlisted_cases},
    {"AUTOCAST-EXPLICIT-1", explicit_cases},
};

Cases simpler(const AutocastCase& c) {
  Cases all;
  for (std::size_t i = 0; i < c.inputs.size() && c.inputs.size() > 1; ++i) {
    all.push_back(c);
    all.back().inputs.erase(all.back().inputs.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return all;
}

std::string describe(const AutocastOffer& o, const AutocastCase& c, const AutocastJudgement& j) {
  const std::string call = case_text(c) + " in a region of " + std::string(o.low->name) + ": ";
  return call + (j.reply ? "answered: " + excerpt(j.reply->message) : j.what);
}

void judge_row(const Property& property, const AutocastOffer& offer, const SuiteContext& context, Row& row) {
  row.bound = "the format that the policy's table gives: fixtures/autocast";
  CaseRow<AutocastCase, AutocastJudgement> cases;
  cases.judge = traced<AutocastCase, AutocastJudgement>(
      [&](const AutocastCase& c) { return judge(context.implementation, offer, c); },
      [](const AutocastCase& c) {
        return Subject{case_text(c), to_json(c).dump(), {}};
      });
  cases.fixed = property.cases(offer);
  cases.simpler = simpler;
  cases.describe = [&](const AutocastCase& c, const AutocastJudgement& j) { return describe(offer, c, j); };
  cases.worst = [](const AutocastCase&, const AutocastJudgement&) { return std::optional<report::Worst>(); };
  cases.to_json = to_json;
  // A framework need not have every operation, nor take as many tensors.
  cases.leaves_out_unsupported = true;
  judge_case_row(cases, context, derive_seed(context.seed, row.id), row);
}

std::vector<PlannedRow> plan(const SuiteContext& context) {
  const auto offers = std::make_shared<std::vector<AutocastOffer>>(autocast_offers(context.implementation));
  std::vector<PlannedRow> rows;
  for (const AutocastOffer& offer : *offers) {
    const AutocastOffer* o = &offer;
    const SuiteContext* c = &context;
    rows.push_back(claims_row(context, offers, offer, requirements));
    if (!offer.unclaimed.empty()) continue;
    for (const Property& property : properties) {
      // A device's list may have nothing under a policy.
      if (property.cases(offer).empty()) continue;
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
  const std::vector<AutocastOffer> offers = autocast_offers(implementation);
  const AutocastOffer& offer = offer_of_row(offers, row, implementation);
  if (!offer.unclaimed.empty()) return offer.unclaimed;
  const AutocastCase c = case_from_json(the_case);
  const AutocastJudgement j = judge(implementation, offer, c);
  if (j.fails()) return describe(offer, c, j);
  if (j.reply) throw report::InputError(implementation.name() + " answered: unsupported; nothing was judged");
  return {};
}

}  // namespace

const Suite& suite() {
  static const Suite s{.operation = "autocast", .requirements = requirements, .plan = plan, .replay = replay};
  return s;
}

}  // namespace ulpgate::autocast
