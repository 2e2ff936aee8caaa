#pragma once
// What becomes of a kernel that crashes or does not end.
//
// A signal that would end the process while a kernel runs (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) first
// says on standard error which kernel, block, thread and line it came from, and what faults had been found;
// then it takes its course, by whatever handler was there before. A thread that neither ends nor waits for
// Options::stuck_seconds of processor time is stopped, as for any other fault.
//
// Sanitizers handle signals themselves: with them, nothing of this happens.
#include <cstddef>
#include <ctime>
#include <memory>

namespace simt::detail {

class Worker;

/// As long as it lives, signals of the calling thread, which runs a worker's blocks, are handled so.
class WatchedThread {
 public:
  explicit WatchedThread(Worker& worker);
  ~WatchedThread();
  WatchedThread(const WatchedThread&) = delete;
  WatchedThread& operator=(const WatchedThread&) = delete;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace simt::detail
