#pragma once
// Infers how a matrix instruction computes from its outputs alone.
//
// Every algorithm of arithmetic.h that its formats allow is fitted to a few thousand structured dots
// (dots.h): parameters are eliminated in small groups by running the reference engine. The fit is then held
// against random dots, and against random dots near the borders that it draws itself. What is left is asked
// value by value: a parameter's finding is the set of its values that explain every answer, and the evidence
// is the simplest dot that excludes the values next to them. A profile has no part in it.
//
// The same instruction gives the same findings, on any machine.
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reference/tensor_core/profile.h"
#include "suites/probe/instruction.h"
#include "suites/probe/observed.h"
#include "suites/probe/parameters.h"

namespace ulpgate::probe {

struct Finding {
  std::string name;  ///< as in a profile
  enum class Kind {
    found,           ///< one value explains the outputs
    alike,           ///< some do, others do not
    not_observable,  ///< every value does
  } kind = Kind::found;
  std::string text;      ///< "25", "25 to 40 are alike"
  std::string evidence;  ///< the dots that decided, or why none can
  /// Values that explain every answer; of ordered parameters both ends of the range, with all between them.
  std::vector<Value> values = {};
  /// For each of `values` a whole arithmetic that has it and explains every answer: where two parameters
  /// can stand in for each other, one of them may have to change with the other.
  std::vector<Arithmetic> witnesses = {};

  /// Whether this value is one that explains every answer.
  bool allows(Value value) const;
  bool is_range = false;
};

/// A dot that no arithmetic of these parameters explains.
struct Contradiction {
  Dot dot;
  std::uint64_t expected = 0;  ///< by the arithmetic that explains most
  std::uint64_t got = 0;
};

struct Findings {
  Signature signature;
  /// The arithmetic that explains most answers, as a profile's entry; run it on the engine to check.
  ProfileEntry entry;
  std::size_t dots = 0;      ///< asked
  std::size_t random = 0;    ///< of them random ones
  std::size_t agreeing = 0;  ///< that `entry` explains
  bool repeatable = true;    ///< the same dot gave the same result again
  bool fits() const { return agreeing == dots && repeatable; }
  /// Where it does not fit: `expected` is the model's result, or, where it is not repeatable, the first one.
  std::optional<Contradiction> contradiction;
  std::vector<Algorithm> algorithms;  ///< that explain every answer
  bool several_nans = false;          ///< NaN results differ in code; any two count as equal
  std::vector<Finding> parameters;    ///< the algorithm first; empty where nothing fits
  Observed observed;                  ///< every dot that was asked, with its answer
};

/// Throws what the instruction throws.
Findings probe(const Instruction& instruction);

/// nullptr where there is none.
const Finding* find(const Findings& findings, std::string_view name);

}  // namespace ulpgate::probe
