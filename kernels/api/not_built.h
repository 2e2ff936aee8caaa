#pragma once
// For adapters: stands where the build had not what the adapter needs.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate {

class NotBuilt : public Implementation {
 public:
  NotBuilt(std::string name, std::string description, std::string reason)
      : name_(std::move(name)), description_(std::move(description)), reason_(std::move(reason)) {}

  std::string name() const override { return name_; }
  std::string version() const override { return "none"; }
  std::string description() const override { return description_; }
  bool concurrent() const override { return true; }
  std::optional<NotRun> not_run() const override { return NotRun{"not built", reason_}; }
  std::vector<Offer> offers() const override { return {}; }
  Reply call(const Call&) override { return {Status::failed, reason_}; }

 private:
  std::string name_;
  std::string description_;
  std::string reason_;
};

}  // namespace ulpgate
