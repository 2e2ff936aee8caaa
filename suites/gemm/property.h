#pragma once
// One property a requirement. A property judges an explicit case; drawing, shrinking, reporting and replaying
// are the same for all.
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/oracles/convert.h"
#include "suites/framework/judgement.h"
#include "suites/framework/tier.h"
#include "suites/gemm/judge.h"
#include "suites/gemm/runner.h"

namespace ulpgate::gemm {

/// The first element that breaks a property.
struct Finding {
  std::int64_t batch = 0, row = 0, column = 0;
  std::uint64_t actual = 0;
  std::uint64_t expected = 0;  ///< a code that would have been accepted
  std::optional<double> error_over_bound;
  std::string what;      ///< "expected 3 (0x40400000)"
  bool of_amax = false;  ///< `actual` and `expected` are amax's; the element is the one with its magnitude
};

struct CaseJudgement : Judgement<Finding> {
  Statistics statistics;
};

struct GemmProperty {
  std::string_view requirement;
  bool (*applies)(const GemmOffer&);
  CaseJudgement (*judge)(const Runner&, const GemmCase&);
  std::vector<GemmCase> (*cases)(const GemmOffer&, Tier, std::uint64_t seed);
  /// Random cases drawn through RapidCheck at the standard tier; draw is null where that is 0.
  int drawn;
  GemmCase (*draw)(const GemmOffer&, std::uint64_t seed, int size);
  std::string_view bound;  ///< how the demand is made, for the report
  /// About shapes, memory and calls rather than numbers: offers of one implementation share the cases.
  bool shared = false;
  /// Whether a violation fails, for faithful requirements; null: it does.
  bool (*claimed)(const GemmOffer&) = nullptr;
};

std::span<const GemmProperty> properties();
const GemmProperty* find_property(std::string_view requirement);

/// Which elements a property judges.
enum class Which {
  all,
  exact,  ///< those for which one code alone is right
};

/// Runs the case and judges its elements by oracle and bound.
CaseJudgement judge_elements(const Runner& runner, const GemmCase& c, Which which);
inline CaseJudgement judge_all(const Runner& r, const GemmCase& c) {
  return judge_elements(r, c, Which::all);
}
inline CaseJudgement judge_exact(const Runner& r, const GemmCase& c) {
  return judge_elements(r, c, Which::exact);
}

CaseJudgement judge_scale(const Runner&, const GemmCase&);
CaseJudgement judge_write(const Runner&, const GemmCase&);
CaseJudgement judge_read(const Runner&, const GemmCase&);
CaseJudgement judge_repeat(const Runner&, const GemmCase&);
CaseJudgement judge_state(const Runner&, const GemmCase&);
CaseJudgement judge_permute(const Runner&, const GemmCase&);
CaseJudgement judge_batch(const Runner&, const GemmCase&);
CaseJudgement judge_model(const Runner&, const GemmCase&);
CaseJudgement judge_order(const Runner&, const GemmCase&);
CaseJudgement judge_index(const Runner&, const GemmCase&);
CaseJudgement judge_amax(const Runner&, const GemmCase&);

/// A judgement that says that the call failed or touched what it must not; nullopt when it did neither.
std::optional<CaseJudgement> call_problem(const GemmRun& run);
/// Elements of two runs must be the same bits, whatever they are.
CaseJudgement compare_bits(const Format& d, const GemmCase& c, const std::vector<std::uint64_t>& a,
                           const std::vector<std::uint64_t>& b, std::string_view what_b_was);

/// The row of adversarial search.
CaseJudgement search_tightness(const Runner& runner, Tier tier, std::uint64_t seed, GemmCase& best);

}  // namespace ulpgate::gemm
