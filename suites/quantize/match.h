#pragma once
// Whether all outputs of quantize are right, at speed; what is wrong is for the model to say.
#include <cstdint>
#include <optional>

#include "suites/quantize/runner.h"

namespace ulpgate::blocks {

/// How many elements were judged, where all of them are right. nullopt where one is not, and for operations
/// and casts that this does not know: stochastic rounding.
std::optional<std::uint64_t> matched(const BlocksOffer& offer, const BlocksCase& c, const Inputs& inputs,
                                     const BlocksRun& run);

}  // namespace ulpgate::blocks
