#include "suites/framework/offered_row.h"

namespace ulpgate {

report::Formats formats_of(const Offer& offer) {
  report::Formats formats;
  for (const auto& [role, format] : offer.formats) formats.emplace_back(role, format);
  return formats;
}

RowIdentity offered_row(const SuiteContext& context, const Offer& offer, const std::string& formats_text,
                        std::string_view requirement, std::span<const Requirement> requirements) {
  RowIdentity id;
  id.operation = offer.operation;
  id.implementation = context.implementation.name();
  id.variant = offer.variant;
  id.requirement = requirement;
  const auto found = std::find_if(requirements.begin(), requirements.end(),
                                  [&](const Requirement& r) { return r.id == requirement; });
  id.level = found != requirements.end() ? found->level : Level::sound;
  id.formats = formats_of(offer);
  id.tier = name(context.tier);
  id.id = row_id(id.operation, id.implementation, formats_text, id.variant, requirement);
  return id;
}

void judge_claims(const std::string& unclaimed, Row& row) {
  row.judged = 1;
  row.coverage = report::Coverage::exhaustive;
  row.bound = "every choice that is left open is claimed";
  row.verdict = unclaimed.empty() ? Verdict::pass : Verdict::not_claimed;
  row.failed = unclaimed.empty() ? 0 : 1;
  row.message = unclaimed;
}

}  // namespace ulpgate
