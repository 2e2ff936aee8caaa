#pragma once
// One property a requirement. A property judges an explicit case; drawing, shrinking, reporting and replaying
// are the same for all.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/framework/acceptable.h"
#include "suites/framework/judgement.h"
#include "suites/framework/tier.h"
#include "suites/rows/judge.h"
#include "suites/rows/runner.h"

namespace ulpgate::rows {

/// The first element that breaks a property.
struct Finding {
  Element at;
  std::uint64_t actual = 0;
  std::uint64_t expected = 0;  ///< a code that would have been accepted
  std::optional<double> error_over_bound = std::nullopt;
  std::string what;  ///< "expected 3 (0x40400000)"
};

struct CaseJudgement : Judgement<Finding> {
  Statistics statistics;

  void add(const CaseJudgement& other);
};

using Cases = std::vector<RowsCase>;

struct RowsProperty {
  std::string_view requirement;
  bool (*applies)(const RowsOffer&);
  CaseJudgement (*judge)(const Runner&, const RowsCase&);
  Cases (*cases)(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
  /// Random cases drawn through RapidCheck at the standard tier; draw is null where that is 0.
  int drawn = 0;
  RowsCase (*draw)(const Definition&, const RowsOffer&, std::uint64_t seed, int size) = nullptr;
  std::string_view bound;  ///< how the demand is made, for the report
  /// About shapes, memory and calls rather than numbers: offers of one implementation share the cases.
  bool shared = false;
  /// Whether a violation fails, for faithful requirements; null: it does.
  bool (*claimed)(const RowsOffer&) = nullptr;
};

/// Of every operation on rows.
std::span<const RowsProperty> common_properties();
/// Among those and the operation's own.
const RowsProperty* find_property(const Definition& definition, std::string_view requirement);

inline constexpr std::string_view derived_bound =
    "derived per element from claims and data, then one rounding: reference/bounds/";

bool always(const RowsOffer&);
bool deterministic(const RowsOffer&);

/// Which elements a property judges.
using Wanted = std::function<bool(const RowsOffer&, const Element&)>;

/// Runs the case and judges its elements by oracle and bound.
CaseJudgement judge_all(const Runner& runner, const RowsCase& c);
CaseJudgement judge_some(const Runner& runner, const RowsCase& c, const Wanted& wanted);
/// Judges what a run gave.
CaseJudgement judge_outputs(const Runner& runner, const RowsCase& c, const Inputs& inputs, const RowsRun& run,
                            const Wanted& wanted);

/// A judgement that says that the call failed or touched what it must not; nullopt when it did neither.
std::optional<CaseJudgement> call_problem(const RowsRun& run);
/// Elements of two runs must be the same bits, whatever they are; NaN is NaN.
CaseJudgement compare_bits(const RowsOffer& offer, const RowsCase& c, const RowsRun& a, const RowsRun& b,
                           std::string_view what_b_was, const Wanted& wanted = nullptr);

/// Visits the elements of the outputs as visit(element, place in dense order).
void for_each_output(const RowsOffer& offer, const RowsCase& c,
                     const std::function<void(const Element&, std::size_t)>& visit);

/// The row of adversarial search.
CaseJudgement search_tightness(const Runner& runner, Tier tier, std::uint64_t seed, RowsCase& best);

}  // namespace ulpgate::rows
