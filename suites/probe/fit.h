#pragma once
// From outputs to the arithmetics that explain them, by elimination.
#include <cstddef>
#include <vector>

#include "suites/probe/evidence.h"

namespace ulpgate::probe {

struct Fit {
  Arithmetic arithmetic;
  std::size_t wrong = 0;  ///< dots of all that it does not explain
};

/// The arithmetics of this algorithm that explain most of what was asked, best first; none where it clearly
/// is another, and, where `strict`, none where it gets one of the simplest dots wrong. Parameters are
/// searched in small groups, each on the dots that show it whatever the groups after it are.
std::vector<Fit> fit(Inquiry& inquiry, Algorithm algorithm, std::uint64_t nan_code, bool strict);

/// Changes parameters that can stand in for each other, together, as long as that explains more.
Fit repair(const Inquiry& inquiry, Fit start);

}  // namespace ulpgate::probe
