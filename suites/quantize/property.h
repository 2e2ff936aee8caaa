#pragma once
// One property a requirement. A property judges an explicit case; drawing, shrinking, reporting and replaying
// are the same for all.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/framework/judgement.h"
#include "suites/framework/requirement.h"
#include "suites/framework/tier.h"
#include "suites/quantize/model.h"
#include "suites/quantize/runner.h"

namespace ulpgate::blocks {

/// The first element that breaks a property.
struct Finding {
  std::size_t tensor = 0;
  std::int64_t row = 0, column = 0;  ///< as stored
  std::int64_t step = -1;            ///< of a sequence; -1: of a single call
  std::uint64_t actual = 0;
  std::uint64_t expected = 0;  ///< a code that would have been accepted
  std::string what;            ///< "expected 3 (0x40400000)"
};

using CaseJudgement = Judgement<Finding>;

using Cases = std::vector<BlocksCase>;

struct BlocksProperty {
  std::string_view requirement;
  bool (*applies)(const BlocksOffer&);
  CaseJudgement (*judge)(const Runner&, const BlocksCase&);
  Cases (*cases)(const BlocksOffer&, Tier, std::uint64_t seed);
  /// Random cases drawn through RapidCheck at the standard tier; draw is null where that is 0.
  int drawn = 0;
  BlocksCase (*draw)(const BlocksOffer&, std::uint64_t seed, int size) = nullptr;
  std::string_view bound;  ///< how the demand is made, for the report
  /// About shapes, memory and calls rather than numbers: offers of one implementation share the cases.
  bool shared = false;
};

/// What a suite says of one operation.
struct Definition {
  std::string_view operation;
  std::span<const BlocksProperty> properties;  ///< beside those of all
  std::span<const Requirement> requirements;
};

/// Of every operation of quantization.
std::span<const BlocksProperty> common_properties();
/// Among those and the operation's own.
const BlocksProperty* find_property(const Definition& definition, std::string_view requirement);

inline constexpr std::string_view exact_bits =
    "the bits that the claimed steps give: reference/oracles/quantize/";

inline bool always(const BlocksOffer&) { return true; }

/// Runs the case and judges every element of every output.
CaseJudgement judge_all(const Runner& runner, const BlocksCase& c);
CaseJudgement judge_outputs(const Runner& runner, const BlocksCase& c, const Inputs& inputs,
                            const BlocksRun& run);

/// No output has one: that the call was answered is what is judged then.
bool without_elements(const std::vector<std::vector<Wanted>>& wanted);
/// A judgement that says that the call failed or touched what it must not; nullopt when it did neither.
std::optional<CaseJudgement> call_problem(const BlocksRun& run);
/// Elements of two runs must be the same bits; NaN is NaN.
CaseJudgement compare_bits(const BlocksOffer& offer, const BlocksCase& c, const BlocksRun& a,
                           const BlocksRun& b, std::string_view what_b_was);

}  // namespace ulpgate::blocks
