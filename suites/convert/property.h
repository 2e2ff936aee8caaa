#pragma once
// One property a requirement. A property judges an explicit case; drawing, shrinking, reporting and replaying
// are the same for all.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/formats/encode.h"
#include "suites/convert/runner.h"
#include "suites/framework/judgement.h"
#include "suites/framework/tier.h"

namespace ulpgate::convert {

/// The first element that breaks a property.
struct Finding {
  std::size_t index = 0;
  std::uint64_t input = 0;
  std::uint64_t actual = 0;
  std::uint64_t expected = 0;
  std::string what;  ///< "expected a value not below 0x38 (1), which 0x3F7FFFFF gave"
};

using CaseJudgement = Judgement<Finding>;

/// What a property can see beside its own offer.
struct Peers {
  std::vector<const ConvertOffer*> others;  ///< the implementation's other offers
  Implementation* implementation = nullptr;
};

struct ConvertProperty {
  std::string_view requirement;
  bool (*applies)(const ConvertOffer&, const Peers&);
  CaseJudgement (*judge)(const Runner&, const Peers&, const ConvertCase&);
  /// Fixed cases, judged first; may be null.
  std::vector<ConvertCase> (*cases)(const ConvertOffer&, Tier, std::uint64_t seed);
  /// Random cases drawn through RapidCheck at the standard tier: lengths up to `longest`, with leads and
  /// strides where asked. 0: none.
  int random_cases;
  std::size_t longest;
  bool draws_strides;
  std::string_view bound;  ///< how the demand is made, for the report
};

/// All but the sweep's, whose requirements share one pass over the inputs.
std::span<const ConvertProperty> properties();
const ConvertProperty* find_property(std::string_view requirement);

/// The requirements that a sweep decides, by outcome.
std::string_view sweep_requirement(Outcome outcome);
/// Judges a case as the sweep would, for one of its requirements.
CaseJudgement judge_outcome(const Runner& runner, const ConvertCase& c, Outcome outcome);

// One file each.
CaseJudgement judge_double(const Runner&, const Peers&, const ConvertCase&);
CaseJudgement judge_monotone(const Runner&, const Peers&, const ConvertCase&);
CaseJudgement judge_roundtrip(const Runner&, const Peers&, const ConvertCase&);
CaseJudgement judge_symmetry(const Runner&, const Peers&, const ConvertCase&);
CaseJudgement judge_commute(const Runner&, const Peers&, const ConvertCase&);
CaseJudgement judge_position(const Runner&, const Peers&, const ConvertCase&);
CaseJudgement judge_stride(const Runner&, const Peers&, const ConvertCase&);
CaseJudgement judge_repeat(const Runner&, const Peers&, const ConvertCase&);
CaseJudgement judge_mode(const Runner&, const Peers&, const ConvertCase&);
CaseJudgement judge_state(const Runner&, const Peers&, const ConvertCase&);
CaseJudgement judge_write(const Runner&, const Peers&, const ConvertCase&);

bool roundtrip_applies(const ConvertOffer&, const Peers&);
bool commute_applies(const ConvertOffer&, const Peers&);

/// Shared by properties that compare two runs: elements of `a` and `b` must be the same bits (padding
/// ignored), whatever they are.
CaseJudgement compare_runs(const Runner&, const ConvertCase&, const CaseRun& a, const CaseRun& b,
                           std::string_view what_b_was);
/// A judgement that says that the call failed or touched what it must not; nullopt when it did neither.
std::optional<CaseJudgement> call_problem(const CaseRun& run);
/// Elements compared without padding bits.
std::uint64_t comparable(const Format& to, std::uint64_t element);

}  // namespace ulpgate::convert
