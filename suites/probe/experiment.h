#pragma once
// Open questions as inputs whose results decide: fixtures/experiments, asked of one implementation.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/api/implementation.h"
#include "reference/vectors/dot_vector.h"
#include "reports/record/row.h"

namespace ulpgate::probe {

/// One dot product of an instruction, and what its results mean.
struct DotQuestion {
  std::vector<const Format*> operands;  ///< A and B have the same one of these
  const Format* result = nullptr;       ///< of C and D
  std::string text;                     ///< the input as it was written
  DotVector input;
  struct Meaning {
    DotValue result;
    std::string text;
  };
  std::vector<Meaning> meanings;
};

/// What the probe finds of a GEMM.
struct GemmQuestion {
  std::vector<const Format*> operands;
  std::vector<const Format*> results;
  std::string variant;             ///< glob
  std::vector<std::string> facts;  ///< names, see gemm_facts.h
};

struct Experiment {
  std::string name;
  std::string item;
  std::string question;
  std::vector<DotQuestion> dots;
  std::vector<GemmQuestion> gemms;
};

/// Throws std::runtime_error, "file:line: " and one sentence. fixtures/experiments/README.md documents the
/// format.
std::vector<Experiment> read_experiments(std::string_view text, const std::string& file);
/// Those that the program carries.
const std::vector<Experiment>& all_experiments();

struct ExperimentAnswer {
  std::string experiment, variant, formats;
  std::string asked;    ///< the input, or the fact's name
  std::string result;   ///< code and value, or the fact's value; empty where there is none
  std::string meaning;  ///< of a result, how a fact was found, or why there is no result
  /// Whether the claimed profile's entry gives that result; unset without a claim, and of facts.
  std::optional<bool> as_profile;
};

/// Every question that an offer can be asked; of gemm that takes a whole probe each. Only
/// variants that match the glob, where it is not empty. An offer that cannot be asked has one answer that
/// says why.
std::vector<ExperimentAnswer> run_experiment(Implementation& implementation, const Experiment& experiment,
                                             const std::string& variant);

/// A heading, and a table of answers under it; empty without answers.
std::string experiment_table(const Experiment& experiment, const std::vector<ExperimentAnswer>& answers);
report::Json experiment_json(const Experiment& experiment, const std::vector<ExperimentAnswer>& answers);

}  // namespace ulpgate::probe
