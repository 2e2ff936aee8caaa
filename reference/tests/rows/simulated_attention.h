#pragma once
// Attention as right implementations compute it, for every claim.
#include <cstdint>
#include <vector>

#include "reference/oracles/attention.h"

namespace ulpgate {

/// What claims leave open.
struct AttentionChoices {
  int order = 0;               ///< of sums: ascending, descending, pairwise
  std::uint64_t lean = 0;      ///< bits that say to which side functions are off; 0: all rounded to nearest
  bool divides_first = false;  ///< the weights, not their products' sum; not online
  bool sums_rounded = false;   ///< the probabilities as v sees them
  bool fuses = false;          ///< products with additions
  bool by_lse = false;         ///< parts are weighted by e^(lse_p - lse)
  std::int64_t cut = 0;        ///< where a part ends more to the left; parts differ in length
};

struct SimulatedAttention {
  std::vector<double> o;  ///< before they are rounded to their formats
  double lse = 0;
};

SimulatedAttention simulate_attention(const AttentionRow& row, const RowArithmetic& claims,
                                      const AttentionChoices& choices);

}  // namespace ulpgate
