#include "kernels/executor/checks/watch.h"

#include <algorithm>

#include "kernels/executor/block/machine.h"
#include "kernels/executor/block/worker.h"

namespace simt::detail {

void Watch::begin_block(unsigned threads) {
  const SharedMemory& shared = worker_.shared();
  cells_.assign(static_cast<std::size_t>(shared.end() - shared.begin()), Cell{});
  Warp fresh{};
  fresh.clock.fill(1);
  warps_.assign((threads + 31) / 32, fresh);
  epoch_ = fenced_epoch_ = 1;
}

void Watch::sync_warp(unsigned warp, std::uint32_t mask) {
  Warp& w = warps_[warp];
  std::array<std::uint32_t, 32> all{};
  for_each_lane(mask, [&](unsigned lane) {
    for (unsigned of = 0; of < 32; ++of) all[of] = std::max(all[of], w.known[lane][of]);
    all[lane] = std::max(all[lane], w.clock[lane]);
  });
  for_each_lane(mask, [&](unsigned lane) {
    w.known[lane] = all;
    ++w.clock[lane];
  });
}

void Watch::fence_proxy() {
  const Thread& me = worker_.thread();
  Warp& w = warps_[me.warp()];
  for (unsigned of = 0; of < 32; ++of) w.fenced[of] = std::max(w.fenced[of], w.known[me.lane()][of]);
  // What this lane writes from now on is later than the fence.
  w.fenced[me.lane()] = w.clock[me.lane()]++;
  fenced_epoch_ = epoch_;
}

std::optional<unsigned> Watch::unfenced_writer(const void* shared, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    const Cell& c = cell(static_cast<const std::byte*>(shared) + i);
    if (c.writer == 0 || c.written.epoch < fenced_epoch_) continue;
    const unsigned writer = c.writer - 1U;
    if (warps_[writer / 32].fenced[writer % 32] < c.written.clock) return writer;
  }
  return std::nullopt;
}

Watch::Cell& Watch::cell(const std::byte* memory) {
  return cells_[static_cast<std::size_t>(memory - worker_.shared().begin())];
}

const char* Watch::check(const std::byte* memory, std::size_t bytes, Access kind) {
  const SharedMemory& shared = worker_.shared();
  if (memory < shared.begin() || memory >= shared.end()) return check_global(memory, bytes);
  const auto areas = shared.areas();
  const bool inside = std::any_of(areas.begin(), areas.end(), [&](const SharedMemory::Area& area) {
    return memory >= area.begin && memory + bytes <= area.end;
  });
  if (!inside) return "shared out of bounds";
  const char* fault = nullptr;
  for (std::size_t i = 0; i < bytes; ++i) {
    if (const char* here = check_cell(cell(memory + i), kind); fault == nullptr) fault = here;
  }
  return fault;
}

const char* Watch::check_global(const std::byte* memory, std::size_t bytes) const {
  if (worker_.thread().carrier->fiber.owns(memory)) return nullptr;
  bool near = false;
  for (const Known& known : worker_.machine().known()) {
    if (memory >= known.begin && memory + bytes <= known.end) return nullptr;
    near = near || (memory + bytes + known.guard > known.begin && memory < known.end + known.guard);
  }
  return near && !worker_.owns(memory) ? "global out of bounds" : nullptr;
}

bool Watch::ordered(unsigned thread, const Stamp& stamp) const {
  const Thread& me = worker_.thread();
  if (stamp.epoch != epoch_ || thread == me.linear) return true;
  return thread / 32 == me.warp() && warps_[me.warp()].known[me.lane()][thread % 32] >= stamp.clock;
}

bool Watch::readers_ordered(const Cell& c) const {
  if (c.reader_warp == 0 || c.read.epoch != epoch_) return true;
  if (c.reader_warp == several_warps) return false;
  bool all = true;
  for_each_lane(c.reader_lanes,
                [&](unsigned lane) { all = all && ordered((c.reader_warp - 1U) * 32 + lane, c.read); });
  return all;
}

void Watch::note_reader(Cell& c) const {
  const Thread& me = worker_.thread();
  const std::uint32_t clock = warps_[me.warp()].clock[me.lane()];
  const auto warp = static_cast<std::uint16_t>(me.warp() + 1);
  if (readers_ordered(c)) {
    // Whoever is ordered after this reader is ordered after those before.
    c.reader_warp = warp;
    c.reader_lanes = 0;
    c.read = {epoch_, 0};
  }
  if (c.reader_warp != warp) c.reader_warp = several_warps;
  c.reader_lanes |= std::uint32_t{1} << me.lane();
  c.read.clock = std::max(c.read.clock, clock);
}

const char* Watch::check_cell(Cell& c, Access kind) {
  const Thread& me = worker_.thread();
  const char* fault = nullptr;
  if (c.arriving) fault = "unfinished copy";
  const bool both_atomic = kind == Access::atomic && c.atomic;
  if (fault == nullptr && c.writer != 0 && !both_atomic && !ordered(c.writer - 1U, c.written)) {
    other_ = c.writer - 1U;
    fault = "shared race";
  }
  if (fault == nullptr && kind != Access::write && !c.initialised) fault = "uninitialised shared read";
  if (fault == nullptr && kind != Access::read && !readers_ordered(c)) {
    other_ = c.reader_warp == several_warps
                 ? me.linear
                 : (c.reader_warp - 1U) * 32 + static_cast<unsigned>(__builtin_ctz(c.reader_lanes));
    fault = "shared race";
  }
  if (kind == Access::read) {
    note_reader(c);
  } else {
    c.writer = static_cast<std::uint16_t>(me.linear + 1);
    c.written = {epoch_, warps_[me.warp()].clock[me.lane()]};
    c.reader_warp = 0;
    c.atomic = kind == Access::atomic;
  }
  // Once is enough to be told of it.
  c.initialised = true;
  c.arriving = false;
  return fault;
}

void Watch::copy_started(const void* shared, std::size_t bytes) {
  const auto* memory = static_cast<const std::byte*>(shared);
  const SharedMemory& s = worker_.shared();
  if (memory < s.begin() || memory + bytes > s.end()) return;
  for (std::size_t i = 0; i < bytes; ++i) cell(memory + i).arriving = true;
}

void Watch::copy_arrived(const void* shared, std::size_t bytes) {
  const auto* memory = static_cast<const std::byte*>(shared);
  const SharedMemory& s = worker_.shared();
  if (memory < s.begin() || memory + bytes > s.end()) return;
  for (std::size_t i = 0; i < bytes; ++i) cell(memory + i).arriving = false;
}

void Watch::tell(const char* fault, std::size_t bytes, Access kind, const std::string& where) {
  const char* const verb = kind == Access::read    ? "read"
                           : kind == Access::write ? "write"
                                                   : "atomic operation";
  std::string what = std::string("a ") + verb + " of " + std::to_string(bytes) + " bytes";
  if (kind == Access::atomic) what = std::string("an ") + verb + " on " + std::to_string(bytes) + " bytes";
  const std::string name = fault;
  if (name == "shared race") {
    what += other_ == worker_.thread().linear
                ? " that nothing orders after other threads' reads"
                : " that nothing orders after an access of thread " + std::to_string(other_);
  } else if (name == "unfinished copy") {
    what += " where an asynchronous copy was not waited for";
  } else if (name == "uninitialised shared read") {
    what += " that nobody wrote";
  } else if (name == "shared out of bounds") {
    what += " outside of every array of the block";
  } else {
    what += " beside memory that the kernel was given";
  }
  worker_.report(fault, what, where);
}

}  // namespace simt::detail
