#pragma once
// An operation called in an autocast region, and what came out.
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "reference/autocast/result_format.h"

namespace ulpgate::autocast {

/// An offer, understood.
struct AutocastOffer {
  Offer offer = {};
  const Format* low = nullptr;  ///< the region's format
  bool on_cuda = false;
  std::string unclaimed = {};  ///< one sentence where the claims do not say all this

  const AutocastTable& table() const;
  /// What tells offers of one variant apart: the region's format.
  std::string formats_text() const { return low == nullptr ? "" : std::string(low->name); }
};

std::vector<AutocastOffer> autocast_offers(const Implementation& implementation);

struct AutocastCase {
  std::string operation;
  std::vector<const Format*> inputs;
  const Format* dtype = nullptr;
  bool in_place = false;
};

nlohmann::ordered_json to_json(const AutocastCase& c);
/// Throws report::InputError for what makes no sense.
AutocastCase case_from_json(const nlohmann::ordered_json& json);
/// "mm(fp32, fp16, dtype=fp32)".
std::string case_text(const AutocastCase& c);

struct AutocastJudgement {
  std::uint64_t judged = 0;
  std::uint64_t failed = 0;
  std::string what;            ///< "fp16, expected fp32"
  std::optional<Reply> reply;  ///< set when a call did not answer ok where it had to

  bool fails() const { return failed > 0 || (reply && reply->status != Status::unsupported); }
};

/// In a region of its own.
AutocastJudgement judge(Implementation& implementation, const AutocastOffer& offer, const AutocastCase& c);

}  // namespace ulpgate::autocast
