#pragma once
// From outputs to the arithmetics that explain them, by elimination.
#include <cstddef>
#include <vector>

#include "suites/probe/observed.h"

namespace ulpgate::probe {

/// Everything that was asked, by what it shows.
struct Evidenced {
  Observed specials, pairs_below, pairs_above, pairs, ties, cancels, talls, trees, denses, lows,
      subnormal_inputs, subnormal_accumulators, overflows, scales, integers, randoms;

  /// All of it, the simplest dots first.
  Observed all(const Signature& signature) const;
};

struct Fit {
  Arithmetic arithmetic;
  std::size_t wrong = 0;  ///< dots of `all` that it does not explain
};

/// The arithmetics of this algorithm that explain most of `evidence`, best first; at least one where the
/// algorithm can be told from the others at all, none where it clearly is another. `strict`: none also where
/// it gets one of the simplest dots wrong. Parameters are searched in small groups, each on the dots that
/// show it whatever the groups after it are.
std::vector<Fit> fit(const Instruction& instruction, Algorithm algorithm, Evidenced& evidence, Observed& all,
                     const Equality& equal, std::uint64_t nan_code, bool strict);

/// Changes parameters that can stand in for each other, together, as long as that explains more of `all`.
Fit repair(const Instruction& instruction, Fit start, Evidenced& evidence, Observed& all,
           const Equality& equal);

}  // namespace ulpgate::probe
