#include "kernels/api/table_adapter.h"

#include <algorithm>

namespace ulpgate {
namespace {

bool serves(const Offer& offer, const Call& call) {
  if (offer.operation != call.operation || offer.variant != call.variant) return false;
  return std::all_of(offer.formats.begin(), offer.formats.end(), [&](const auto& role_format) {
    const Tensor* t = call.tensor(role_format.first);
    return t != nullptr && t->format->name == role_format.second;
  });
}

}  // namespace

std::vector<Offer> TableAdapter::offers() const {
  std::vector<Offer> all;
  all.reserve(table_.size());
  for (const EntryPoint& e : table_) all.push_back(e.offer);
  return all;
}

Reply TableAdapter::call(const Call& call) {
  for (const EntryPoint& e : table_) {
    if (!serves(e.offer, call)) continue;
    e.run(call);
    return {};
  }
  return {Status::unsupported,
          info_.name + " has no entry point " + std::string(call.variant) + " for these formats"};
}

}  // namespace ulpgate
