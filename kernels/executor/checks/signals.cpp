#include "kernels/executor/checks/signals.h"

#include "kernels/executor/block/machine.h"
#include "kernels/executor/block/worker.h"
#include "kernels/executor/checks/source_of.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

namespace simt::detail {

struct WatchedThread::State {};
WatchedThread::WatchedThread(Worker&) {}
WatchedThread::~WatchedThread() = default;

}  // namespace simt::detail

#else

#include <array>
#include <atomic>
#include <bit>
#include <csignal>
#include <cstdio>
#include <cstring>
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

std::array<struct sigaction, deadly.size()> before;
struct sigaction before_tick;

void on_deadly_signal(int number, siginfo_t* information, void* context) {
  Worker* const worker = Worker::current();
  for (std::size_t i = 0; i < deadly.size(); ++i) {
    if (deadly[i].number != number) continue;
    sigaction(number, &before[i], nullptr);
    static std::atomic_flag told;
    if (worker != nullptr && !told.test_and_set()) say_crash(*worker, deadly[i], registers_of(context));
  }
  // The processor's own come again as soon as this returns.
  if (information->si_code <= 0) raise(number);
}

void on_tick(int, siginfo_t*, void* context) {
  if (Worker* const worker = Worker::current()) worker->tick(registers_of(context).instruction);
}

std::mutex mutex;
unsigned users = 0;

void install() {
  const std::lock_guard lock(mutex);
  if (users++ > 0) return;
  struct sigaction action {};
  action.sa_sigaction = on_deadly_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (std::size_t i = 0; i < deadly.size(); ++i) sigaction(deadly[i].number, &action, &before[i]);
  // A tick may end in another stack, and so never return.
  action.sa_sigaction = on_tick;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER;
  sigaction(tick_signal(), &action, &before_tick);
}

void uninstall() {
  const std::lock_guard lock(mutex);
  if (--users > 0) return;
  for (std::size_t i = 0; i < deadly.size(); ++i) sigaction(deadly[i].number, &before[i], nullptr);
  sigaction(tick_signal(), &before_tick, nullptr);
}

}  // namespace

struct WatchedThread::State {
  /// Of the handlers: a thread's own may be what overflowed.
  std::array<std::byte, std::size_t{64} << 10> stack;
  stack_t stack_before{};
  timer_t timer{};
  bool has_timer = false;
};

WatchedThread::WatchedThread(Worker& worker) : state_(std::make_unique_for_overwrite<State>()) {
  const stack_t stack{state_->stack.data(), 0, state_->stack.size()};
  sigaltstack(&stack, &state_->stack_before);
  install();
  if (worker.machine().options().stuck_seconds <= 0) return;
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = tick_signal();
  event._sigev_un._tid = gettid();
  state_->has_timer = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &state_->timer) == 0;
  if (state_->has_timer) worker.tick_by(state_->timer);
}

WatchedThread::~WatchedThread() {
  if (state_->has_timer) timer_delete(state_->timer);
  uninstall();
  sigaltstack(&state_->stack_before, nullptr);
}

}  // namespace simt::detail

#endif
