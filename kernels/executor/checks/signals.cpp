#include "kernels/executor/checks/signals.h"

#include "kernels/executor/block/machine.h"
#include "kernels/executor/block/worker.h"
#include "kernels/executor/checks/source_of.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

namespace simt::detail {

CrashReports::CrashReports() = default;
CrashReports::~CrashReports() = default;
void prepare_thread(Worker&) {}
void tick_soon() {}

}  // namespace simt::detail

#else

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <mutex>
#include <ucontext.h>
#include <unistd.h>

namespace simt::detail {
namespace {

struct Signal {
  int number;
  const char* name;
};
constexpr std::array<Signal, 5> deadly{{{SIGSEGV, "SIGSEGV: memory that the process does not have"},
                                        {SIGBUS, "SIGBUS: memory that cannot be accessed"},
                                        {SIGFPE, "SIGFPE: an integer division by zero"},
                                        {SIGILL, "SIGILL: an instruction that the processor does not have"},
                                        {SIGABRT, "SIGABRT: abort()"}}};

int tick_signal() { return SIGRTMAX - 5; }

struct Registers {
  const void* instruction = nullptr;
  const void* stack = nullptr;
};

Registers registers_of([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
  return {std::bit_cast<const void*>(machine.gregs[REG_RIP]),
          std::bit_cast<const void*>(machine.gregs[REG_RSP])};
#elif defined(__aarch64__)
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
  return {std::bit_cast<const void*>(machine.pc), std::bit_cast<const void*>(machine.sp)};
#else
  return {};
#endif
}

// In a handler nothing may allocate.
void say(const char* text) {
  for (std::size_t left = std::strlen(text); left > 0;) {
    const ssize_t written = write(STDERR_FILENO, text, left);
    if (written <= 0) return;
    text += written;
    left -= static_cast<std::size_t>(written);
  }
}

void say_crash(Worker& worker, const Signal& signal, const Registers& registers) {
  if (worker.running() == nullptr) return;
  const Thread& running = *worker.running();
  const uint3 &block = view.block, &thread = running.index;
  std::array<char, 512> text{};
  std::snprintf(text.data(), text.size(),
                "kernel %s, block (%u,%u,%u), thread (%u,%u,%u): ", worker.launch().name, block.x, block.y,
                block.z, thread.x, thread.y, thread.z);
  say(text.data());
  if (registers.stack != nullptr && running.carrier != nullptr &&
      !running.carrier->fiber.owns(registers.stack)) {
    std::snprintf(text.data(), text.size(), "the thread's stack overflowed; Options::stack_bytes is %zu; ",
                  worker.machine().options().stack_bytes);
    say(text.data());
  }
  say(signal.name);
  // abort() is not where the kernel is.
  if (registers.instruction != nullptr && signal.number != SIGABRT) {
    say(", at ");
    write_source_of(STDERR_FILENO, registers.instruction);
  } else {
    say("\n");
  }
  for (const Fault& fault : worker.machine().faults()) {
    say("found before: ");
    say(fault.text.c_str());
    say("\n");
  }
}

struct Handled {
  struct sigaction before;
  std::atomic<bool> ours{false};
};
std::array<Handled, deadly.size()> handled;

void on_deadly_signal(int number, siginfo_t* information, void* context) {
  Worker* const worker = Worker::current();
  for (std::size_t i = 0; i < deadly.size(); ++i) {
    if (deadly[i].number != number) continue;
    sigaction(number, &handled[i].before, nullptr);
    handled[i].ours = false;
    static std::atomic_flag told;
    if (worker != nullptr && !told.test_and_set()) say_crash(*worker, deadly[i], registers_of(context));
  }
  // The processor's own come again as soon as this returns.
  if (information->si_code <= 0) raise(number);
}

std::mutex mutex;
unsigned users = 0;

/// Again those that have passed on a signal, and lived.
void install() {
  struct sigaction action {};
  action.sa_sigaction = on_deadly_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (std::size_t i = 0; i < deadly.size(); ++i) {
    if (!handled[i].ours) sigaction(deadly[i].number, &action, &handled[i].before);
    handled[i].ours = true;
  }
}

void uninstall() {
  for (std::size_t i = 0; i < deadly.size(); ++i) {
    struct sigaction now {};
    sigaction(deadly[i].number, nullptr, &now);
    // Who came later stays.
    if (now.sa_sigaction == on_deadly_signal) sigaction(deadly[i].number, &handled[i].before, nullptr);
    handled[i].ours = false;
  }
}

void set_timer(timer_t timer, double first, double period) {
  const auto time = [](double seconds) {
    const auto whole = static_cast<time_t>(seconds);
    return timespec{whole, static_cast<long>((seconds - static_cast<double>(whole)) * 1e9)};
  };
  const itimerspec when{time(period), time(first)};
  timer_settime(timer, 0, &when, nullptr);
}

class WatchedThread;
thread_local constinit WatchedThread* watched_thread = nullptr;

/// What a thread of the operating system keeps from its first launch to its end.
class WatchedThread {
 public:
  WatchedThread() {
    const stack_t stack{stack_.data(), 0, stack_.size()};
    sigaltstack(&stack, &stack_before_);
    create_timer();
    watched_thread = this;
  }
  ~WatchedThread() {
    watched_thread = nullptr;
    if (has_timer_ && process_ == getpid()) timer_delete(timer_);
    stack_t now{};
    sigaltstack(nullptr, &now);
    if (now.ss_sp == stack_.data()) sigaltstack(&stack_before_, nullptr);
  }
  WatchedThread(const WatchedThread&) = delete;
  WatchedThread& operator=(const WatchedThread&) = delete;

  /// A tick after each `period` seconds of processor time from now on, or from the last one; 0: none.
  void tick_every(double period) {
    // Timers stay behind in a fork.
    if (process_ != getpid()) create_timer();
    if (!has_timer_ || period == period_) return;
    set_timer(timer_, period, period);
    period_ = period;
  }
  void tick_soon() { set_timer(timer_, 1e-3, period_); }

 private:
  void create_timer() {
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = tick_signal();
    event._sigev_un._tid = gettid();
    has_timer_ = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) == 0;
    period_ = 0;
    process_ = getpid();
  }

  /// Of the handlers: a fiber's own may be what overflowed.
  std::array<std::byte, std::size_t{64} << 10> stack_;
  stack_t stack_before_{};
  timer_t timer_{};
  bool has_timer_ = false;
  double period_ = 0;
  pid_t process_ = 0;
};

void on_tick(int, siginfo_t*, void* context) {
  if (Worker* const worker = Worker::current()) {
    worker->tick(registers_of(context).instruction);
  } else if (watched_thread != nullptr) {
    watched_thread->tick_every(0);
  }
}

/// For good: a thread's timer goes on between launches.
void handle_ticks() {
  // A tick may end in another stack, and so never return.
  struct sigaction action {};
  action.sa_sigaction = on_tick;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER;
  sigaction(tick_signal(), &action, nullptr);
}

}  // namespace

CrashReports::CrashReports() {
  const std::lock_guard lock(mutex);
  if (users++ == 0) install();
}

CrashReports::~CrashReports() {
  const std::lock_guard lock(mutex);
  if (--users == 0) uninstall();
}

void prepare_thread(Worker& worker) {
  if (!std::ranges::all_of(handled, [](const Handled& h) { return h.ours.load(); })) {
    const std::lock_guard lock(mutex);
    install();
  }
  static thread_local const std::unique_ptr<WatchedThread> thread = std::make_unique<WatchedThread>();
  const double seconds = worker.machine().options().stuck_seconds;
  if (seconds > 0) {
    static std::once_flag once;
    std::call_once(once, handle_ticks);
  }
  thread->tick_every(seconds > 0 ? seconds / 2 : 0);
}

void tick_soon() {
  if (watched_thread != nullptr) watched_thread->tick_soon();
}

}  // namespace simt::detail

#endif
