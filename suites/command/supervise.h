#pragma once
// One implementation on one operation, judged in a process of its own. Whatever happens to that process costs
// its rows alone.
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reports/record/header.h"
#include "suites/framework/tier.h"

namespace ulpgate {

struct RunOptions {
  std::vector<std::string> implementations;
  std::vector<std::string> operations;
  bool every_operation = false;  ///< none was named: what is not offered makes no row
  Tier tier = Tier::standard;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::filesystem::path out = "report";
  std::string filter;
  std::optional<report::Shard> shard;  ///< judge this part of the rows alone
  std::vector<std::string> expectations;
  std::uint64_t row_timeout_seconds = 0;  ///< in calls of one row; 0: the tier's
  std::uint64_t memory_limit_mib = 0;     ///< of a process; 0: half of the machine's, shared by those at once
  std::uint64_t time_limit_seconds = 0;   ///< of the whole run; 0: none
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
};

/// What a worker has done so far, for progress.
struct WorkerProgress {
  std::size_t done = 0;
  std::size_t planned = 0;
};

struct WorkerResult {
  bool bad_use = false;  ///< the implementation could not be made of what the user typed
  std::string message;   ///< one sentence when bad_use
  std::string records;   ///< name of the file of records that was kept; empty where none was
  std::string problem;   ///< one sentence where records were made and could not be kept
};

/// Seconds that calls may take in one row: as asked, or the tier's.
std::uint64_t row_timeout(const RunOptions& options);

/// Whether --filter may match a row of what was asked for. Also where an implementation cannot be asked.
bool filter_may_match(const RunOptions& options);

/// Runs the worker to its end, restarting it after crashes, and leaves a record file that says what happened
/// to every planned row. What the time limit cuts off is not run. May be called on several threads at once.
WorkerResult supervise(const RunOptions& options, const std::string& operation, const std::string& spec,
                       const std::function<void(const WorkerProgress&)>& progress);

}  // namespace ulpgate
