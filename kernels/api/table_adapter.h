#pragma once
// For adapters: an implementation that is a table of entry points.
#include <string>
#include <utility>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate {

struct EntryPoint {
  Offer offer;
  Reply (*run)(const Call&);
};

/// What does not change from call to call.
struct AdapterInfo {
  std::string name;
  std::string version;
  std::string description;
};

/// Stateless, so calls may run concurrently.
class TableAdapter : public Implementation {
 public:
  TableAdapter(AdapterInfo info, std::vector<EntryPoint> table)
      : info_(std::move(info)), table_(std::move(table)) {}

  std::string name() const override { return info_.name; }
  std::string version() const override { return info_.version; }
  std::string description() const override { return info_.description; }
  bool concurrent() const override { return true; }
  std::vector<Offer> offers() const override;
  Reply call(const Call& call) override;

 private:
  AdapterInfo info_;
  std::vector<EntryPoint> table_;
};

}  // namespace ulpgate
