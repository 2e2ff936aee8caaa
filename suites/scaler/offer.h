#pragma once
// An offer of `grad_scaler`, understood.
#include <optional>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "reference/oracles/unscale.h"
#include "reference/scalers/grad_scaler.h"

namespace ulpgate::scaler {

struct ScalerOffer {
  Offer offer;
  UnscaleRule rule;                      ///< rule.gradient is the format
  double floor = 0;                      ///< of the scale; 0: none
  std::optional<ScheduleRule> schedule;  ///< of optimizers; nullopt: it has none
  bool shards = false;                   ///< objects may be shards of a group
  std::string unclaimed;                 ///< set when the claims do not fix all this: one sentence

  const Format& gradient() const { return *rule.gradient; }
  /// What tells offers of one variant apart.
  std::string formats_text() const { return std::string(gradient().name); }
};

/// nullopt for an offer of another operation.
std::optional<ScalerOffer> understand(const Offer& offer);

/// Every offer of `grad_scaler`, in the implementation's order.
std::vector<ScalerOffer> scaler_offers(const Implementation& implementation);

}  // namespace ulpgate::scaler
