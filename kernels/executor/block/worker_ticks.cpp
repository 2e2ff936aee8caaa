// A thread that neither ends nor waits.
#include <array>
#include <cstdio>

#include "kernels/executor/block/machine.h"
#include "kernels/executor/block/worker.h"
#include "kernels/executor/checks/signals.h"
#include "kernels/executor/checks/source_of.h"

namespace simt::detail {
namespace {

std::string no_progress(const Machine& machine) {
  const Options& options = machine.options();
  std::array<char, 32> time{};
  std::snprintf(time.data(), time.size(), "%g", options.stuck_seconds);
  std::string text =
      std::string("it has run for more than ") + time.data() +
      " s of processor time (Options::stuck_seconds) and neither ended nor waited for others; what it polls "
      "cannot change before that where a thread of its block would change it";
  if (const std::size_t blocks = machine.blocks_not_begun(); blocks > 0)
    text +=
        ", or one of the " + std::to_string(blocks) +
        " blocks that have not begun: as many blocks run at once as there are workers (Options::workers, " +
        std::to_string(options.workers) + ")";
  return text;
}

}  // namespace

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
    report("no progress", no_progress(machine_), source_of(static_cast<const std::byte*>(instruction) + 1));
  }
  abandon();
}

}  // namespace simt::detail
