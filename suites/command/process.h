#pragma once
// A child process that is watched: time, memory, end.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ulpgate {

/// How a child ended.
struct Ending {
  bool exited = false;  ///< by itself
  int status = 0;       ///< exit status when it did
  int signal = 0;       ///< when it did not

  /// "exited with status 3", "was killed by SIGSEGV (Segmentation fault)".
  std::string text() const;
};

class Process {
 public:
  /// Starts argv[0] with standard output and error appended to `log` (empty: those of this process), no
  /// standard input, in a process group of its own that dies with this process. `trace`: of a CallWatch.
  /// Throws report::InputError.
  Process(const std::vector<std::string>& argv, const std::filesystem::path& log, int trace);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();  ///< kills what still runs

  /// Non-blocking; set once the child has ended.
  std::optional<Ending> poll();
  /// Kills the whole process group and waits.
  Ending kill();
  /// Resident memory of the child in bytes; 0 where it cannot be read.
  std::uint64_t resident_bytes() const;

 private:
  pid_t pid_ = -1;
  std::optional<Ending> ending_;
};

/// "SIGSEGV (Segmentation fault)".
std::string signal_name(int signal);

/// A limit in MiB as bytes; 0 is half of the machine's memory.
std::uint64_t memory_limit_bytes(std::uint64_t mib);

}  // namespace ulpgate
