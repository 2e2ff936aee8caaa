#pragma once
// The watcher's side of framework/call_trace.h.
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "suites/framework/call_trace_memory.h"

namespace ulpgate {

/// What a thread was doing.
struct Doing {
  bool in_call = false;
  std::chrono::nanoseconds time{0};  ///< since it began
  std::uint64_t calls = 0;           ///< of this subject, with the one that is under way
  std::string call;                  ///< the last one, one line
  std::string subject;               ///< one line; empty: none is named
  std::string json;                  ///< its case; empty where there is none
  std::vector<std::uint64_t> codes;  ///< a part of the case
};

class CallWatch {
 public:
  /// Memory for one watched process after the other. Throws report::InputError.
  CallWatch();
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;
  ~CallWatch();

  /// The file that the process inherits; its number goes into call_trace_variable.
  int file() const { return file_; }
  /// Forgets the process before.
  void clear();
  bool finished() const { return memory_->finished.load() != 0; }
  /// Threads that are not idle: those in a call first, the longest first.
  std::vector<Doing> doing() const;
  /// How long the longest call takes by now.
  std::chrono::nanoseconds longest_call() const;

 private:
  int file_ = -1;
  TraceMemory* memory_ = nullptr;
};

/// "in call 3, mma chain of a 4x4, b 4x4, c 4x4, d 4x4", "between two calls".
std::string where_text(const Doing& doing);

}  // namespace ulpgate
