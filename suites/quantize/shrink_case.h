#pragma once
// Simpler cases than a failing one: shape first, then layout, family, single elements, bits.
#include <vector>

#include "suites/quantize/blocks_case.h"

namespace ulpgate::blocks {

std::vector<BlocksCase> simpler_cases(const BlocksOffer& offer, const BlocksCase& c);

}  // namespace ulpgate::blocks
