#include "kernels/api/implementation.h"

#include <algorithm>

namespace ulpgate {

const Tensor* Call::tensor(std::string_view name) const {
  for (const Tensor& t : tensors) {
    if (t.name == name) return &t;
  }
  return nullptr;
}

const Scalar* Call::scalar(std::string_view name) const {
  for (const Scalar& s : scalars) {
    if (s.name == name) return &s;
  }
  return nullptr;
}

bool serves(const Offer& offer, const Call& call) {
  if (offer.operation != call.operation || offer.variant != call.variant) return false;
  return std::all_of(offer.formats.begin(), offer.formats.end(), [&](const auto& role_format) {
    const auto& [role, format] = role_format;
    if (const Tensor* t = call.tensor(role)) return t->format->name == format;
    const Scalar* s = call.scalar(role);
    return s != nullptr && s->format->name == format;
  });
}

Reply Implementation::create(const Call& call, std::unique_ptr<StatefulObject>&) {
  return {Status::unsupported, "no objects of " + std::string(call.operation)};
}

}  // namespace ulpgate
