// A thread that neither ends nor waits.
#include <array>
#include <cstdio>

#include "kernels/executor/block/machine.h"
#include "kernels/executor/block/worker.h"
#include "kernels/executor/checks/source_of.h"

namespace simt::detail {
namespace {

void set_timer(timer_t timer, double first, double period) {
  const auto time = [](double seconds) {
    const auto whole = static_cast<time_t>(seconds);
    return timespec{whole, static_cast<long>((seconds - static_cast<double>(whole)) * 1e9)};
  };
  const itimerspec when{time(period), time(first)};
  timer_settime(timer, 0, &when, nullptr);
}

}  // namespace

void Worker::tick_by(timer_t timer) {
  timer_ = timer;
  ticks_ = 0;
  const double half = machine_.options().stuck_seconds / 2;
  set_timer(timer, half, half);
}

void Worker::tick(const void* instruction) {
  if (turns_ != turns_at_tick_) {
    turns_at_tick_ = turns_;
    ticks_ = 0;
    return;
  }
  if (++ticks_ < 2) return;
  const double seconds = machine_.options().stuck_seconds;
  if (!in_kernel()) {
    // The executor's own work must not be left undone. Again in a moment.
    set_timer(timer_, 1e-3, seconds / 2);
    return;
  }
  {
    const InCall call(*this);
    std::array<char, 32> time{};
    std::snprintf(time.data(), time.size(), "%g", seconds);
    report("no progress",
           std::string("it has run for more than ") + time.data() +
               " s of processor time (Options::stuck_seconds) and neither ended nor waited for others; what "
               "it polls cannot change before that where a thread of its block would change it",
           source_of(static_cast<const std::byte*>(instruction) + 1));
  }
  abandon();
}

}  // namespace simt::detail
