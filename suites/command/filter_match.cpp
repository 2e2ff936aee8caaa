// Whether a filter can match anything: asked of workers, which list their rows.
#include <chrono>
#include <fstream>
#include <thread>
#include <unistd.h>

#include "suites/command/process.h"
#include "suites/command/supervise.h"
#include "suites/framework/call_watch.h"
#include "suites/framework/program.h"

namespace ulpgate {

bool filter_may_match(const RunOptions& options) {
  if (options.filter.empty()) return true;
  const auto list = std::filesystem::temp_directory_path() / ("ulpgate-rows-" + std::to_string(getpid()));
  CallWatch watch;
  bool may = false;
  for (const std::string& operation : options.operations) {
    for (const std::string& spec : options.implementations) {
      if (may) break;
      std::filesystem::remove(list);
      watch.clear();
      std::vector<std::string> argv{(program_folder() / "ulpgate-conformance").string(),
                                    "--gtest_list_tests",
                                    "--suite",
                                    operation,
                                    "--impl",
                                    spec,
                                    "--tier",
                                    std::string(name(options.tier)),
                                    "--filter",
                                    options.filter};
      if (options.every_operation) argv.emplace_back("--only-if-offered");
      Process process(argv, list, watch.file());
      const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(row_timeout(options));
      auto ending = process.poll();
      while (!ending && std::chrono::steady_clock::now() < until &&
             process.resident_bytes() < memory_limit_bytes(options.memory_limit_mib)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ending = process.poll();
      }
      // A row is a line with an indented name.
      std::ifstream in(list);
      std::string line;
      while (std::getline(in, line)) may = may || line.starts_with("  ");
      if (!ending || !ending->exited || ending->status != 0) may = true;
    }
  }
  std::filesystem::remove(list);
  return may;
}

}  // namespace ulpgate
