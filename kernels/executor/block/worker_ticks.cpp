// A thread that neither ends nor waits.
#include <array>
#include <cstdio>

#include "kernels/executor/block/machine.h"
#include "kernels/executor/block/worker.h"
#include "kernels/executor/checks/signals.h"
#include "kernels/executor/checks/source_of.h"

namespace simt::detail {
void Worker::tick(const void* instruction) {
  const double seconds = machine_.options().stuck_seconds;
  if (seconds <= 0) return;
  if (turns_ != turns_at_tick_) {
    turns_at_tick_ = turns_;
    ticks_ = 0;
    return;
  }
  if (++ticks_ < 2) return;
  if (!in_kernel()) {
    // The executor's own work must not be left undone. Again in a moment.
    tick_soon();
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
