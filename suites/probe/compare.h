#pragma once
// Findings against what profiles say.
#include <string>
#include <vector>

#include "suites/probe/probe.h"

namespace ulpgate::probe {

struct Difference {
  std::string parameter;
  std::string found;
  std::string profile;
};

struct Comparison {
  std::string profile;  ///< "sm_90"
  std::string entry;    ///< "mma.fp16.fp32"
  std::size_t dots = 0;
  std::size_t agreeing = 0;  ///< answers that the entry explains
  bool equal() const { return agreeing == dots; }
  /// Parameters whose value in the entry does not explain the answers; none where the instruction fits no
  /// model, or where only several together do not.
  std::vector<Difference> differences;
};

/// Against every entry with these formats and scales of every built-in profile, or of one: equal ones first.
std::vector<Comparison> compare(const Findings& findings, const Profile* only = nullptr);

/// "equal", or "differs in products (16, profile 8); 9000 of 9800 dots agree".
std::string to_text(const Comparison& comparison);

}  // namespace ulpgate::probe
