#pragma once
// Softmax and log-softmax as right implementations compute them, for every claim.
#include <cstdint>
#include <vector>

#include "reference/oracles/softmax.h"

namespace ulpgate {

/// What claims leave open.
struct SoftmaxChoices {
  int order = 0;           ///< of the sum: ascending, descending, pairwise, in 4 lanes
  std::uint64_t lean = 0;  ///< bits that say to which side exponentials are off; 0: all rounded to nearest
};

/// Before the result is rounded to y's format.
std::vector<double> simulate_softmax(const SoftmaxRow& row, const RowArithmetic& claims,
                                     const SoftmaxChoices& choices);

}  // namespace ulpgate
