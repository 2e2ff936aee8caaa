#include "kernels/api/convert_offer.h"

#include <utility>

namespace ulpgate {

Offer convert_offer(std::string variant, const Format& from, const Format& to, const ConvertClaims& claims,
                    std::map<std::string, std::string> ran) {
  Offer offer{.operation = "convert",
              .variant = std::move(variant),
              .formats = {{"from", std::string(from.name)}, {"to", std::string(to.name)}},
              .claims = {{"rounding", claims.rounding}, {"overflow", claims.overflow}},
              .ran = std::move(ran)};
  if (from.has_infinity) offer.claims["infinity"] = claims.infinity;
  if (from.has_nan()) offer.claims["nan"] = claims.nan;
  if (!to.has_sign) offer.claims["negative"] = claims.negative;
  if (to.kind == FormatKind::exponent_only) offer.claims["zero"] = claims.zero;
  if (to.is_floating()) offer.claims["subnormals"] = claims.subnormals;
  return offer;
}

}  // namespace ulpgate
