#pragma once
// The command line of ulpgate-conformance.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "reports/record/header.h"
#include "suites/framework/tier.h"

namespace ulpgate {

struct WorkerOptions {
  std::string operation;
  std::string spec;
  Tier tier = Tier::standard;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::filesystem::path records;   ///< folder; empty: no records
  std::filesystem::path failures;  ///< folder; empty: no failure files
  std::vector<std::string> expectations;
  std::string filter;  ///< glob on row ids
  std::optional<report::Shard> shard;
  bool only_if_offered = false;  ///< what the implementation does not offer makes no row
  bool append = false;           ///< go on with the record file of a process that died
};

/// After GoogleTest took its own flags. An exit status when the program should end now.
std::optional<int> parse_worker_options(int argc, char** argv, WorkerOptions& options);

}  // namespace ulpgate
