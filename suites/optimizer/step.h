#pragma once
// What suites of optimizer steps share: a step that is skipped, and the model's copy of the parameters.
#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

#include "suites/rows/property.h"

namespace ulpgate::optimizer {

/// A number that comes out as it went in, the sign of a zero too.
RowValue kept_value(double x);

/// One of a step's outputs: the tensor that it is the next state of, and what the oracle calls it.
struct StepOutput {
  std::size_t state = 0;
  int of_oracle = 0;
};

/// Whether the tensor "found_inf" is not 0, which a NaN is not.
bool is_skipped(const rows::RowsOffer& offer, const rows::Part& part);

/// `step`'s results, or the states as they were where the tensor "found_inf" is not 0.
std::unique_ptr<RowOracle> skipping_step(const rows::RowsOffer& offer, const rows::Part& part,
                                         std::vector<StepOutput> outputs, std::unique_ptr<RowOracle> step);

/// Flags of every kind, with and without a gradient that is not finite.
rows::Cases skip_cases(const rows::Definition&, const rows::RowsOffer&, Tier, std::uint64_t seed);

/// Gradients of exact 0 beside moments that are 0 or not, with weight decay and without.
void zero_cases(const rows::RowsOffer&, std::initializer_list<std::string_view> moments, std::uint64_t& seed,
                rows::Cases& all);
/// Moments that are subnormal numbers, and gradients of 0.
void subnormal_cases(const rows::RowsOffer&, std::initializer_list<std::string_view> moments,
                     std::uint64_t& seed, rows::Cases& all);

bool has_model(const rows::RowsOffer& offer);
/// Of what came out, "model" against "new_param".
rows::CaseJudgement judge_model_copy(const rows::Runner& runner, const rows::RowsCase& c);

}  // namespace ulpgate::optimizer
