#include "kernels/executor/checks/watch.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "kernels/executor/block/machine.h"
#include "kernels/executor/block/worker.h"

namespace simt::detail {

void Watch::begin_block(unsigned threads) {
  const SharedMemory& shared = worker_.shared();
  cells_.resize(static_cast<std::size_t>(shared.end() - shared.begin()));
  std::fill_n(cells_.begin(), touched_, Cell{});
  touched_ = 0;
  Warp fresh{};
  fresh.clock.fill(1);
  warps_.assign((threads + 31) / 32, fresh);
  epoch_ = fenced_epoch_ = 1;
}

void Watch::sync_warp(unsigned warp, std::uint32_t mask) {
  Warp& w = warps_[warp];
  std::array<std::uint32_t, 32> all{};
  std::uint32_t latest = 0;
  for_each_lane(mask, [&](unsigned lane) {
    for (unsigned of = 0; of < 32; ++of) all[of] = std::max(all[of], w.known[lane][of]);
    latest = std::max(latest, w.clock[lane]);
  });
  // One clock for all that were here: of several threads only the latest clock is kept (Several).
  for_each_lane(mask, [&](unsigned lane) { all[lane] = latest; });
  for_each_lane(mask, [&](unsigned lane) {
    w.known[lane] = all;
    w.clock[lane] = latest + 1;
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
    const auto unfenced = [&](unsigned thread, const Stamp& stamp) {
      return stamp.epoch >= fenced_epoch_ && warps_[thread / 32].fenced[thread % 32] < stamp.clock;
    };
    if (c.writer != 0 && unfenced(c.writer - 1U, c.written)) return c.writer - 1U;
    if (c.atomics.warp == 0 || c.atomics.warp == several_warps) continue;
    // Whose clock is the latest is not known: it is one of them.
    bool none_fenced = true;
    for_each_lane(c.atomics.lanes, [&](unsigned lane) {
      none_fenced = none_fenced && unfenced((c.atomics.warp - 1U) * 32 + lane, c.atomics.latest);
    });
    if (none_fenced) return any_of(c.atomics);
  }
  return std::nullopt;
}

Watch::Cell& Watch::cell(const std::byte* memory) {
  const auto at = static_cast<std::size_t>(memory - worker_.shared().begin());
  touched_ = std::max(touched_, at + 1);
  return cells_[at];
}

const char* Watch::check(const std::byte* memory, std::size_t bytes, Access kind, Strength strength) {
  const SharedMemory& shared = worker_.shared();
  if (memory < shared.begin() || memory >= shared.end()) {
    const char* const fault = check_global(memory, bytes);
    if (fault != nullptr || strength == Strength::strong || kind == Access::atomic) return fault;
    return check_published(memory, bytes, kind);
  }
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

const char* Watch::check_published(const std::byte* memory, std::size_t bytes, Access kind) {
  GlobalWrites& writes = worker_.machine().global_writes();
  if (kind == Access::write) {
    writes.wrote(memory, bytes, worker_.block_number());
    return nullptr;
  }
  const std::optional<std::size_t> writer = writes.unfenced_writer(memory, bytes, worker_.block_number());
  if (!writer) return nullptr;
  other_block_ = *writer;
  return "missing threadfence";
}

bool Watch::ordered(unsigned thread, const Stamp& stamp) const {
  const Thread& me = worker_.thread();
  if (stamp.epoch != epoch_ || thread == me.linear) return true;
  return thread / 32 == me.warp() && warps_[me.warp()].known[me.lane()][thread % 32] >= stamp.clock;
}

bool Watch::ordered(const Several& threads) const {
  if (threads.warp == 0 || threads.latest.epoch != epoch_) return true;
  if (threads.warp == several_warps) return false;
  bool all = true;
  for_each_lane(threads.lanes, [&](unsigned lane) {
    all = all && ordered((threads.warp - 1U) * 32 + lane, threads.latest);
  });
  return all;
}

void Watch::add(Several& threads) const {
  const Thread& me = worker_.thread();
  const std::uint32_t clock = warps_[me.warp()].clock[me.lane()];
  const auto warp = static_cast<std::uint16_t>(me.warp() + 1);
  if (ordered(threads)) {
    // Whoever is ordered after this thread is ordered after those before.
    threads.warp = warp;
    threads.lanes = 0;
    threads.latest = {epoch_, 0};
  }
  if (threads.warp != warp) threads.warp = several_warps;
  threads.lanes |= std::uint32_t{1} << me.lane();
  threads.latest.clock = std::max(threads.latest.clock, clock);
}

unsigned Watch::any_of(const Several& threads) const {
  if (threads.warp == several_warps) return worker_.thread().linear;
  return (threads.warp - 1U) * 32 + static_cast<unsigned>(__builtin_ctz(threads.lanes));
}

const char* Watch::check_cell(Cell& c, Access kind) {
  const Thread& me = worker_.thread();
  const char* fault = nullptr;
  const auto race_with = [&](unsigned other) {
    other_ = other;
    fault = "shared race";
  };
  if (c.arriving) fault = "unfinished copy";
  if (fault == nullptr && c.writer != 0 && !ordered(c.writer - 1U, c.written)) race_with(c.writer - 1U);
  if (fault == nullptr && kind != Access::atomic && !ordered(c.atomics)) race_with(any_of(c.atomics));
  if (fault == nullptr && kind != Access::write && !c.initialised) fault = "uninitialised shared read";
  if (fault == nullptr && kind != Access::read && !ordered(c.readers)) race_with(any_of(c.readers));
  if (kind == Access::read) {
    add(c.readers);
  } else if (kind == Access::atomic) {
    add(c.atomics);
  } else {
    c.writer = static_cast<std::uint16_t>(me.linear + 1);
    c.written = {epoch_, warps_[me.warp()].clock[me.lane()]};
    c.readers.warp = c.atomics.warp = 0;
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

namespace {

/// Where that is, by the array that is nearest.
std::string outside(std::span<const SharedMemory::Area> areas, const std::byte* memory) {
  const SharedMemory::Area* nearest = nullptr;
  std::ptrdiff_t distance = 0;
  for (const SharedMemory::Area& area : areas) {
    const std::ptrdiff_t beyond = memory < area.begin ? area.begin - memory : memory - area.end;
    if (nearest != nullptr && beyond >= distance) continue;
    nearest = &area;
    distance = beyond;
  }
  if (nearest == nullptr) return " where the block has no array";
  const bool is_dynamic = nearest->tag == nullptr;
  const auto size = static_cast<std::ptrdiff_t>(is_dynamic ? 1 : nearest->tag->element_bytes);
  const std::ptrdiff_t offset = memory - nearest->begin;
  const std::ptrdiff_t element = (offset < 0 ? offset - size + 1 : offset) / size;
  return (is_dynamic ? " at byte " : " at element ") + std::to_string(element) + " of " +
         (is_dynamic ? "dynamic shared memory" : nearest->tag->name) + ", which has " +
         std::to_string((nearest->end - nearest->begin) / size);
}

}  // namespace

void Watch::tell(const char* fault, const std::byte* memory, std::size_t bytes, Access kind,
                 const std::string& where) {
  const char* const verb = kind == Access::read    ? "read"
                           : kind == Access::write ? "write"
                                                   : "atomic operation";
  std::string what = std::string("a ") + verb + " of " + std::to_string(bytes) + " bytes";
  if (kind == Access::atomic) what = std::string("an ") + verb + " on " + std::to_string(bytes) + " bytes";
  const std::string name = fault;
  if (name == "shared race") {
    what += other_ == worker_.thread().linear
                ? " that nothing orders after other threads' accesses"
                : " that nothing orders after an access of thread " + std::to_string(other_);
  } else if (name == "unfinished copy") {
    what += " where an asynchronous copy was not waited for";
  } else if (name == "uninitialised shared read") {
    what += " that nobody wrote";
  } else if (name == "shared out of bounds") {
    what += outside(worker_.shared().areas(), memory);
  } else if (name == "missing threadfence") {
    const uint3 block = Worker::block_index(worker_.launch().grid, other_block_);
    what += " that block (" + std::to_string(block.x) + "," + std::to_string(block.y) + "," +
            std::to_string(block.z) + ") wrote, and that no __threadfence() of it has published";
  } else {
    what += " beside memory that the kernel was given";
  }
  worker_.report(fault, what, where);
}

}  // namespace simt::detail
