#pragma once
// Everything that was asked, by what it shows.
#include <cstddef>
#include <utility>

#include "suites/probe/observed.h"

namespace ulpgate::probe {

struct Evidence {
  Observed specials, pairs_below, pairs_above, pairs, ties, cancels, talls, trees, denses, lows,
      subnormal_inputs, subnormal_accumulators, overflows, scales, integers, randoms;

  /// All of it, the simplest dots first.
  Observed all(const Signature& signature) const;
};

/// One instruction under questions.
struct Inquiry {
  const Instruction& instruction;
  Equality equal;
  Evidence evidence;
  Observed all;  ///< of evidence

  /// Asks more, or, where `instead`, in place of what a family had.
  void ask(Observed Evidence::*family, Dots dots, bool instead = false);
  /// What an arithmetic does not explain of everything, counted up to just above `limit`.
  std::size_t wrong(const Arithmetic& arithmetic, std::size_t limit) const;
};

/// About `most` of them, drawn and ordered as if at random: the first ones then speak for all.
Observed thinned(const Observed& from, std::size_t most);
/// Those with an accumulator, and those without.
std::pair<Observed, Observed> by_accumulator(const Observed& from);

}  // namespace ulpgate::probe
