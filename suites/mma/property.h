#pragma once
// One property a requirement. A property judges an explicit case; drawing, shrinking, reporting and replaying
// are the same for all.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/bounds/mma.h"
#include "reference/tensor_core/mma.h"
#include "suites/framework/judgement.h"
#include "suites/framework/tier.h"
#include "suites/mma/runner.h"

namespace ulpgate::mma {

/// The first element that breaks a property.
struct Finding {
  int row = 0;
  int column = 0;
  int instruction = 0;  ///< of a chain
  std::uint64_t actual = 0;
  std::uint64_t expected = 0;
  std::string what;  ///< "expected 0x40C00000 (6)"
  std::optional<double> error_over_bound = std::nullopt;
  /// D of the instruction before, where this one is not the first.
  std::vector<std::uint64_t> accumulators = {};
};

struct CaseJudgement : Judgement<Finding> {
  std::optional<double> error_over_bound;  ///< the largest

  void fail(Finding f) {
    if (failed++ == 0) finding = std::move(f);
  }
};

/// What properties judge with: calls, model and bounds of one offer.
class Bench {
 public:
  Bench(Implementation& implementation, const MmaOffer& offer);

  const MmaOffer& offer() const { return runner_.offer(); }
  MmaRun run(const MmaInputs& inputs, const MmaCase& c, std::uint8_t poison = first_poison) const {
    return runner_.run(inputs, c.lead, poison);
  }
  const MmaBound& bound() const { return bound_; }
  /// The same, with subnormal numbers promised.
  const MmaBound& bound_with_subnormals() const { return subnormal_bound_; }
  /// Set where the offer claims a profile's entry.
  const std::optional<Mma>& model() const { return model_; }
  std::vector<std::uint64_t> expected(const MmaInputs& inputs) const;
  /// Whether two results count as the same: equal bits, or both NaN.
  bool same(std::uint64_t x, std::uint64_t y) const;

 private:
  Runner runner_;
  std::optional<Mma> model_;
  MmaBound bound_;
  MmaBound subnormal_bound_;
};

struct MmaProperty {
  std::string_view requirement;
  bool (*applies)(const MmaOffer&);
  CaseJudgement (*judge)(const Bench&, const MmaCase&);
  /// Fixed cases, judged first.
  std::vector<MmaCase> (*cases)(const MmaOffer&, Tier, std::uint64_t seed);
  /// What RapidCheck draws: a case of these families, `drawn` of them at the standard tier for an instruction
  /// of common size; none where `drawn` is 0.
  std::span<const Family> families;
  int drawn = 0;
  std::string_view bound;  ///< how the demand is made, for the report
};

std::span<const MmaProperty> properties();
const MmaProperty* find_property(std::string_view requirement);

/// How many cases of an offer a tier gets, of `standard` for an instruction of common size: fewer where one
/// is large, at least `least`.
int sized(const MmaOffer& offer, Tier tier, int standard, int least = 1);

/// What RapidCheck draws for a property.
MmaCase draw_case(const MmaOffer& offer, const MmaProperty& property, std::uint64_t seed);

/// A judgement that says that the call failed or touched what it must not; nullopt when it did neither.
std::optional<CaseJudgement> call_problem(const MmaRun& run);

/// "expected 0x3F800000 (1)".
std::string expected_text(const Format& d, std::uint64_t code);

// One group a file.
CaseJudgement judge_exact(const Bench&, const MmaCase&);
CaseJudgement judge_subnormal(const Bench&, const MmaCase&);
CaseJudgement judge_accuracy(const Bench&, const MmaCase&);
CaseJudgement judge_special(const Bench&, const MmaCase&);
CaseJudgement judge_model(const Bench&, const MmaCase&);
CaseJudgement judge_vector(const Bench&, const MmaCase&);
CaseJudgement judge_place(const Bench&, const MmaCase&);
CaseJudgement judge_permute(const Bench&, const MmaCase&);
CaseJudgement judge_repeat(const Bench&, const MmaCase&);
CaseJudgement judge_state(const Bench&, const MmaCase&);
CaseJudgement judge_write(const Bench&, const MmaCase&);

}  // namespace ulpgate::mma
