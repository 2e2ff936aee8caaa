#pragma once
#include <string>

#include "suites/quantize/offer.h"

namespace ulpgate::blocks {

/// Reads the claims of `offer.offer` into `offer`, whose formats are set. Empty, or one sentence that says
/// what is missing or makes no sense.
std::string read_claims(BlocksOffer& offer);

}  // namespace ulpgate::blocks
