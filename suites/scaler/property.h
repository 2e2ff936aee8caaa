#pragma once
// One property a requirement: scripts, and which differences break it. Drawing, shrinking, reporting and
// replaying are the same for all.
#include <span>
#include <string_view>
#include <vector>

#include "suites/framework/tier.h"
#include "suites/scaler/judge.h"

namespace ulpgate::scaler {

struct CaseJudgement {
  std::uint64_t judged = 0;
  std::uint64_t failed = 0;
  std::optional<Difference> difference;
  std::optional<Reply> reply;                     ///< set when a call did not answer ok where it had to
  std::vector<std::pair<double, double>> scales;  ///< of the play

  bool fails() const { return failed > 0 || (reply && reply->status != Status::unsupported); }
};

using Cases = std::vector<ScalerCase>;

struct ScalerProperty {
  std::string_view requirement;
  bool (*applies)(const ScalerOffer&);
  unsigned aspects;  ///< bits of Aspect that break it
  Cases (*cases)(const ScalerOffer&, Tier, std::uint64_t seed);
  /// Random cases at the standard tier; draw is null where that is 0.
  int drawn = 0;
  ScalerCase (*draw)(const ScalerOffer&, std::uint64_t seed, int size) = nullptr;
  CaseJudgement (*judge)(const ScalerProperty&, Implementation&, const ScalerOffer&,
                         const ScalerCase&) = nullptr;
};

std::span<const ScalerProperty> properties();
const ScalerProperty* find_property(std::string_view requirement);

/// The script to one object.
CaseJudgement judge_script(const ScalerProperty&, Implementation&, const ScalerOffer&, const ScalerCase&);
/// The script to a group of shards.
CaseJudgement judge_shards(const ScalerProperty&, Implementation&, const ScalerOffer&, const ScalerCase&);
/// To one of two that are alive, whose other has been through something else.
CaseJudgement judge_beside_another(const ScalerProperty&, Implementation&, const ScalerOffer&,
                                   const ScalerCase&);

}  // namespace ulpgate::scaler
