#pragma once
// What becomes of a kernel that crashes or does not end.
//
// A signal that would end the process while a kernel runs (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) first
// says on standard error which kernel, block, thread and line it came from, and what faults had been found;
// then it takes its course, by whatever handler was there before. A thread that neither ends nor waits for
// Options::stuck_seconds of processor time is stopped, as for any other fault.
//
// So that launches are cheap, handlers stay as long as any executor lives, timers and the handlers' stacks as
// long as the thread that launches. Outside of kernels they let signals pass. Handlers that the program
// installs meanwhile take their place. SIGRTMAX - 5 is the timers'.
//
// Sanitizers handle signals themselves: with them, nothing of this happens.

namespace simt::detail {

class Worker;

/// As long as one lives, crashes of kernels are told.
class CrashReports {
 public:
  CrashReports();
  ~CrashReports();
  CrashReports(const CrashReports&) = delete;
  CrashReports& operator=(const CrashReports&) = delete;
};

/// For the calling thread, which will run blocks for the worker.
void prepare_thread(Worker& worker);

/// From the handler of a tick: have the next one in a moment.
void tick_soon();

}  // namespace simt::detail
