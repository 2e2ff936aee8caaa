#include "kernels/api/implementation.h"

#include <algorithm>

namespace ulpgate {

const Tensor* Call::tensor(std::string_view name) const {
  for (const Tensor& t : tensors) {
    if (t.name == name) return &t;
  }
  return nullptr;
}

bool serves(const Offer& offer, const Call& call) {
  if (offer.operation != call.operation || offer.variant != call.variant) return false;
  return std::all_of(offer.formats.begin(), offer.formats.end(), [&](const auto& role_format) {
    const Tensor* t = call.tensor(role_format.first);
    return t != nullptr && t->format->name == role_format.second;
  });
}

}  // namespace ulpgate
