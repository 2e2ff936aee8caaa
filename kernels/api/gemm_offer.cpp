#include "kernels/api/gemm_offer.h"

#include <utility>

namespace ulpgate {
namespace {

Offer offer_of(const char* operation, std::string variant, const GemmFormats& f, Claims claims,
               std::map<std::string, std::string> ran) {
  Offer offer{.operation = operation,
              .variant = std::move(variant),
              .formats = {},
              .claims = std::move(claims),
              .ran = std::move(ran)};
  const std::pair<const char*, const Format*> roles[] = {{"a", f.a},
                                                         {"b", f.b},
                                                         {"c", f.c},
                                                         {"d", f.d},
                                                         {"alpha", f.alpha},
                                                         {"bias", f.bias},
                                                         {"a_scale", f.a_scale},
                                                         {"b_scale", f.b_scale},
                                                         {"amax", f.amax}};
  for (const auto& [role, format] : roles) {
    if (format != nullptr) offer.formats.emplace_back(role, format->name);
  }
  return offer;
}

}  // namespace

Offer gemm_offer(std::string variant, const GemmFormats& formats, Claims claims,
                 std::map<std::string, std::string> ran) {
  return offer_of("gemm", std::move(variant), formats, std::move(claims), std::move(ran));
}

Offer mma_offer(std::string variant, const GemmFormats& formats, Claims claims,
                std::map<std::string, std::string> ran) {
  return offer_of("mma", std::move(variant), formats, std::move(claims), std::move(ran));
}

}  // namespace ulpgate
