#pragma once
// Rows that are about an offer: what suites share whose offers are understood as an O with `offer`, the text
// `unclaimed` that says which claim is missing, and formats_text(), which tells different offers apart.
#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/record/error.h"
#include "suites/framework/suite.h"

namespace ulpgate {

report::Formats formats_of(const Offer& offer);

/// Of one requirement, whose level is as `requirements` have it: sound where they do not.
RowIdentity offered_row(const SuiteContext& context, const Offer& offer, const std::string& formats_text,
                        std::string_view requirement, std::span<const Requirement> requirements);

/// Whether every choice that is left open is claimed.
void judge_claims(const std::string& unclaimed, Row& row);

/// `offer` is one of `offers`, which the row keeps.
template <class O>
PlannedRow claims_row(const SuiteContext& context, const std::shared_ptr<std::vector<O>>& offers,
                      const O& offer, std::span<const Requirement> requirements) {
  return {offered_row(context, offer.offer, offer.formats_text(), "API-CLAIM-1", requirements),
          [offers, o = &offer](Row& row) { judge_claims(o->unclaimed, row); }, offer.offer.claims,
          offer.offer.ran};
}

/// The offer that a row of a report was about. Throws InputError where there is none.
template <class O>
const O& offer_of_row(const std::vector<O>& offers, const RowIdentity& row,
                      const Implementation& implementation) {
  const auto found = std::find_if(offers.begin(), offers.end(), [&](const O& o) {
    return o.offer.variant == row.variant && formats_of(o.offer) == row.formats;
  });
  if (found == offers.end())
    throw report::InputError(implementation.name() + " does not offer " + row.variant +
                             " for these formats any more");
  return *found;
}

}  // namespace ulpgate
