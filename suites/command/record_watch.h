#pragma once
// Progress of a worker, as its file of records grows.
#include <cstddef>
#include <filesystem>
#include <ios>
#include <string>

#include "suites/command/supervise.h"

namespace ulpgate {

/// Follows a growing record file: lines of type row and begin are counted as they appear.
class RecordWatch {
 public:
  explicit RecordWatch(std::filesystem::path path) : path_(std::move(path)) {}

  /// True when something new was read.
  bool look(WorkerProgress& progress);

 private:
  std::filesystem::path path_;
  std::streamoff offset_ = 0;
};

}  // namespace ulpgate
