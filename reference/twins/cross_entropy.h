#pragma once
// The second cross entropy, from its definition at 1000 bits; for rows with finite losses.
#include <vector>

#include "reference/oracles/cross_entropy.h"
#include "reference/twins/softmax.h"

namespace ulpgate {

/// The losses, or the reduced one.
std::vector<TwinReal> twin_cross_entropy(const CrossEntropyRows& rows, Reduction reduction);
std::vector<TwinReal> twin_cross_entropy_backward(const CrossEntropyRows& rows, std::span<const double> dloss,
                                                  Reduction reduction);

}  // namespace ulpgate
