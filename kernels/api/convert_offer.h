#pragma once
// For adapters: an offer of `convert` from the claims that its formats make meaningful.
#include <map>
#include <string>

#include "kernels/api/convert_claims.h"
#include "kernels/api/implementation.h"

namespace ulpgate {

/// Claims about what `from` cannot hold, or about choices that `to` does not leave, are left out.
Offer convert_offer(std::string variant, const Format& from, const Format& to, const ConvertClaims& claims,
                    std::map<std::string, std::string> ran);

}  // namespace ulpgate
