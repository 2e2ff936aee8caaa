#pragma once
// An offer of `convert`, understood: formats as records, claims as a rule.
#include <optional>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "reference/formats/format.h"
#include "reference/formats/rule.h"
#include "reports/record/row.h"

namespace ulpgate::convert {

struct ConvertOffer {
  Offer offer;
  const Format* from = nullptr;
  const Format* to = nullptr;
  Rule rule;
  std::string unclaimed;  ///< set when the claims do not fix a rule: one sentence

  std::string formats_text() const;  ///< "fp32_to_e4m3"
};

/// nullopt for an offer of another operation. `unclaimed` says what is missing or contradictory in an offer
/// of this one.
std::optional<ConvertOffer> understand(const Offer& offer);

/// Every offer of `convert`, in the implementation's order.
std::vector<ConvertOffer> convert_offers(const Implementation& implementation);

}  // namespace ulpgate::convert
