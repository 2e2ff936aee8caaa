#pragma once
// What an executor keeps between launches.
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernels/executor/block/helper.h"
#include "kernels/executor/block/launch.h"
#include "kernels/executor/checks/global_writes.h"
#include "kernels/executor/checks/signals.h"
#include "kernels/executor/executor.h"
#include "kernels/executor/tensor_core/tensor_cores.h"

namespace simt::detail {

class Worker;

class Machine {
 public:
  explicit Machine(const Options& options);
  ~Machine();

  int launch(const Launch& launch);
  void add_fault(const char* kind, const std::string& sentence, const std::string& where);

  /// Of the launch under way.
  std::size_t blocks_not_begun() const {
    const std::size_t begun = next_;
    return begun < blocks_ ? blocks_ - begun : 0;
  }

  const Options& options() const { return options_; }
  Options& options() { return options_; }
  const std::vector<Fault>& faults() const { return faults_; }
  void clear_faults();
  std::vector<Known>& known() { return known_; }
  GlobalWrites& global_writes() { return global_writes_; }
  TensorCores& tensor_cores() { return tensor_cores_; }

 private:
  Options options_;
  TensorCores tensor_cores_;
  std::vector<Known> known_;
  GlobalWrites global_writes_;
  CrashReports crash_reports_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::unique_ptr<Helper>> helpers_;  ///< of the workers but the first
  std::size_t blocks_ = 0;                        ///< of the launch
  std::atomic<std::size_t> next_{0};              ///< of them, in the order in which they begin
  std::atomic<bool> failed_{false};               ///< a fault since the launch began
  std::mutex mutex_;                              ///< of faults
  std::vector<Fault> faults_;
  std::set<std::pair<std::string, std::string>> told_;
};

}  // namespace simt::detail
