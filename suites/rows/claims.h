#pragma once
#include <string>

#include "suites/rows/offer.h"

namespace ulpgate::rows {

/// Reads the claims of `offer.offer` into `offer`, whose formats are set. Empty, or one sentence that says
/// what is missing or makes no sense.
std::string read_claims(RowsOffer& offer);

}  // namespace ulpgate::rows
