#pragma once
// The parameters of an Arithmetic as numbers that a search can go through.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reference/tensor_core/arithmetic.h"
#include "suites/probe/instruction.h"

namespace ulpgate::probe {

/// A value of a parameter: a whole number, the place of a word in its enumeration, or no (0) and yes (1).
using Value = std::int64_t;

struct Searched {
  std::string_view name;  ///< as in a profile
  Value (*get)(const Arithmetic&);
  void (*set)(Arithmetic&, Value);
  std::vector<std::string_view> words;  ///< empty for whole numbers
  /// Values in order, where those between two that cannot be told apart are taken to be alike too: larger
  /// ones keep or cut no less.
  bool ordered = false;
};

/// Every parameter that is searched for; nan_code, scale_format and scale_block are seen directly.
const std::vector<Searched>& searched_parameters();
const Searched& searched(std::string_view name);
/// Those of an algorithm, in the order of a profile.
std::vector<const Searched*> searched_parameters(Algorithm algorithm);

/// Every value that a profile may give `parameter` of an instruction like this one, the others being those of
/// `arithmetic`. Of `products` those up to k: a longer step is the whole instruction too.
std::vector<Value> values_of(const Searched& parameter, const Signature& signature,
                             const Arithmetic& arithmetic);

/// "25", "toward_zero", "true".
std::string to_text(const Searched& parameter, Value value);

std::string_view to_text(Algorithm algorithm);
/// Those that a profile may name for these formats.
std::vector<Algorithm> algorithms_for(const Signature& signature);

/// A profile's entry of this arithmetic.
ProfileEntry entry_of(const Signature& signature, const Arithmetic& arithmetic);
/// An arithmetic to start from, with the signature's scales.
Arithmetic start_of(const Signature& signature, Algorithm algorithm);

}  // namespace ulpgate::probe
