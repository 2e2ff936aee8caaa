#include "kernels/api/table_adapter.h"

namespace ulpgate {
std::vector<Offer> TableAdapter::offers() const {
  std::vector<Offer> all;
  all.reserve(table_.size());
  for (const EntryPoint& e : table_) all.push_back(e.offer);
  return all;
}

Reply TableAdapter::call(const Call& call) {
  for (const EntryPoint& e : table_) {
    if (serves(e.offer, call)) return e.run(call);
  }
  return {Status::unsupported,
          info_.name + " has no entry point " + std::string(call.variant) + " for these formats"};
}

}  // namespace ulpgate
