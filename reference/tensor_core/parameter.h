#pragma once
// The parameters of an Arithmetic by name: what a profile calls them, what they may be, and which algorithms
// they belong to.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "reference/tensor_core/arithmetic.h"

namespace ulpgate {

struct Parameter {
  std::string_view name;
  std::vector<Algorithm> required;  ///< by these
  std::vector<Algorithm> optional;  ///< allowed by these
  /// What it may be, as words that follow "must be": "a whole number from 1 to 64", "one of ...".
  std::string allowed;
  enum class Kind { whole, word, yes_no, code } kind;
  /// Sets it. False when the value is not allowed. Whole numbers, words, and yes (1) or no (0).
  bool (*set)(Arithmetic&, std::int64_t number, std::string_view word);
};

std::span<const Parameter> all_parameters();
/// nullptr where there is none.
const Parameter* find_parameter(std::string_view name);

/// "fused_sum" and so on. False where no algorithm has that name.
bool parse_algorithm(std::string_view name, Algorithm& algorithm);

}  // namespace ulpgate
