#pragma once
// Executors for calls that come on several threads.
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "kernels/executor/executor.h"

namespace ulpgate::simt_adapter {

/// As many executors of an architecture as there are calls at once.
class Executors {
 public:
  explicit Executors(std::string architecture) : architecture_(std::move(architecture)) {}

  /// Launches of `work`, which returns a simt::Error, run on an executor. Status::failed with the first
  /// fault's text where there is one.
  Reply run(const std::function<int()>& work);

 private:
  std::unique_ptr<simt::Executor> take();
  void give_back(std::unique_ptr<simt::Executor> executor);

  std::string architecture_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<simt::Executor>> idle_;
};

}  // namespace ulpgate::simt_adapter
