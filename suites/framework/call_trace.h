#pragma once
// What each thread of this process is doing, in memory that the process which watches it sees, too, and that
// outlives a crash.
//
// Costs nothing where nobody watches.
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "kernels/api/implementation.h"

namespace ulpgate {

/// The environment variable that holds the number of the file which a watched process inherits.
inline constexpr const char* call_trace_variable = "ULPGATE_CALL_TRACE";

/// To be called first in a process that may be watched; false where nobody watches.
bool attach_call_trace();
/// Says that this process comes to its own end, which an implementation that calls exit() does not.
void mark_trace_finished();

/// What is judged or probed: words for a person, and the case of a failure file where there is one.
struct Subject {
  std::string text;
  std::string json;
  std::span<const std::uint64_t> codes;  ///< what would be slow to write as JSON before each call
};

/// Names what this thread works on until the end of the scope. Of nested ones the outermost counts.
class ScopedSubject {
 public:
  explicit ScopedSubject(const std::function<Subject()>& subject);
  ScopedSubject(const ScopedSubject&) = delete;
  ScopedSubject& operator=(const ScopedSubject&) = delete;
  ~ScopedSubject();

 private:
  bool named_ = false;
};

/// Says that this thread is within an implementation until the end of the scope. A process that was forked
/// meanwhile ends there.
class ScopedCall {
 public:
  explicit ScopedCall(const Call& call);
  explicit ScopedCall(std::string_view what);  ///< "loading it"
  ScopedCall(const ScopedCall&) = delete;
  ScopedCall& operator=(const ScopedCall&) = delete;
  ~ScopedCall();
};

}  // namespace ulpgate
