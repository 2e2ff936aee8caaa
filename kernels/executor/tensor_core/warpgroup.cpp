#include "kernels/executor/tensor_core/warpgroup.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "kernels/executor/block/machine.h"
#include "kernels/executor/block/worker.h"
#include "kernels/executor/tensor_core/fragment_layout.h"
#include "kernels/executor/tensor_core/registers.h"

namespace simt::detail {
namespace {

[[noreturn]] void give_up(const char* kind, const std::string& what, const Site& site) {
  Worker::current()->stop(kind, what, place(site));
}

constexpr std::uint32_t whole_warp = 0xFFFFFFFF;
constexpr std::uint64_t field_mask = 0x3FFF;

std::size_t accumulator_bytes(const Instruction& i) {
  return static_cast<std::size_t>(i.c_registers * i.register_bytes);
}

/// Calls what(line, half, its 16 bytes) for both halves of each of an operand's `lines` rows of A or columns
/// of B, which have 32 bytes along K.
template <typename What>
void for_each_half_line(Worker& worker, std::uint64_t descriptor, int lines, const Site& site,
                        const What& what) {
  const Descriptor d = parse_descriptor(descriptor);
  for (int line = 0; line < lines; ++line) {
    for (int half = 0; half < 2; ++half) {
      const std::size_t at = d.start + static_cast<std::size_t>(half) * d.leading +
                             static_cast<std::size_t>(line / 8) * d.stride +
                             static_cast<std::size_t>(line % 8) * 16;
      const std::byte* const bytes = worker.shared().begin() + at;
      if (bytes + 16 > worker.shared().end())
        give_up("shared out of bounds", "a descriptor of wgmma leads out of shared memory", site);
      what(line, half, bytes);
    }
  }
}

/// Codes of an operand in shared memory.
std::vector<std::uint64_t> read_operand(Worker& worker, std::uint64_t descriptor, int lines, int k,
                                        const Site& site) {
  const int element_bytes = 32 / k;
  std::vector<std::uint64_t> codes(static_cast<std::size_t>(lines * k));
  for_each_half_line(worker, descriptor, lines, site, [&](int line, int half, const std::byte* bytes) {
    note_read(bytes, 16, site);
    for (int i = 0; i < k / 2; ++i) {
      std::memcpy(&codes[static_cast<std::size_t>(line * k + half * (k / 2) + i)], bytes + i * element_bytes,
                  static_cast<std::size_t>(element_bytes));
    }
  });
  return codes;
}

/// The instruction reads when it is waited for, but may do so from now on.
void check_proxy_fence(Worker& worker, std::uint64_t descriptor, int lines, const Site& site) {
  std::optional<unsigned> writer;
  for_each_half_line(worker, descriptor, lines, site, [&](int, int, const std::byte* bytes) {
    if (!writer) writer = worker.watch()->unfenced_writer(bytes, 16);
  });
  if (writer)
    worker.report("missing proxy fence",
                  "wgmma reads what thread " + std::to_string(*writer) +
                      " wrote to shared memory, with no fence_async_shared() in between",
                  place(site));
}

/// Calls what(thread, row, column, register, element) for each element of the accumulator.
template <typename What>
void for_each_element(const Instruction& i, const What& what) {
  for (unsigned thread = 0; thread < 128; ++thread) {
    for (int r = 0; r < i.c_registers; ++r) {
      for (int x = 0; x < i.register_elements; ++x) {
        const auto [row, column] = c_position(thread % 32, r * i.register_elements + x, 16);
        what(thread, static_cast<int>(thread / 32) * 16 + row, column, r, x);
      }
    }
  }
}

}  // namespace

Descriptor parse_descriptor(std::uint64_t bits) {
  const auto field = [&](int at) { return static_cast<std::uint32_t>((bits >> at & field_mask) << 4); };
  return {field(0), field(16), field(32)};
}

std::uint64_t wgmma_descriptor(const void* shared, std::uint32_t leading_bytes, std::uint32_t stride_bytes,
                               const Site& site) {
  const SharedMemory& memory = Worker::current()->shared();
  const auto* const at = static_cast<const std::byte*>(shared);
  if (at < memory.begin() || at >= memory.end())
    give_up("shared out of bounds", "a descriptor of wgmma names memory that is not shared", site);
  const auto start = static_cast<std::uint64_t>(at - memory.begin());
  if ((start | leading_bytes | stride_bytes) % 16 != 0)
    give_up("misaligned access",
            "a descriptor of wgmma has an address or a distance that is no multiple of 16", site);
  const auto field = [](std::uint64_t bytes) { return bytes >> 4 & field_mask; };
  return field(start) | field(leading_bytes) << 16 | field(stride_bytes) << 32;
}

void WarpgroupQueue::issue(const Instruction& instruction, const std::array<WarpgroupOperands*, 128>& threads,
                           std::uint8_t poison) {
  const std::size_t bytes = accumulator_bytes(instruction);
  WarpgroupInstruction one{&instruction, {}, threads[0]->a, threads[0]->b, threads[0]->keep, group_, {}};
  one.accumulator.resize(128 * bytes);
  for (std::size_t t = 0; t < 128; ++t) {
    one.d[t] = threads[t]->d;
    std::memcpy(one.accumulator.data() + t * bytes, one.d[t], bytes);
    std::memset(one.d[t], poison, bytes);
  }
  waiting_.push_back(std::move(one));
}

void WarpgroupQueue::execute(Worker& worker, WarpgroupInstruction& w, const Site& site) {
  const Instruction& i = *w.instruction;
  WorkerTensorCores& cores = worker.tensor_cores();
  const MatrixInstruction& known = cores.find(i);
  if (!known.mma)
    give_up("no such instruction",
            worker.machine().options().architecture + " has no wgmma of " + i.a + " and " + i.b, site);
  const std::vector<std::uint64_t> a = read_operand(worker, w.a, i.m, i.k, site);
  const std::vector<std::uint64_t> columns = read_operand(worker, w.b, i.n, i.k, site);
  std::vector<std::uint64_t> b(columns.size()), c(static_cast<std::size_t>(i.m * i.n));
  for (int k = 0; k < i.k; ++k) {
    for (int n = 0; n < i.n; ++n)
      b[static_cast<std::size_t>(k * i.n + n)] = columns[static_cast<std::size_t>(n * i.k + k)];
  }
  const std::size_t bytes = accumulator_bytes(i);
  const auto at = [&](int row, int column) { return static_cast<std::size_t>(row * i.n + column); };
  if (w.keep) {
    for_each_element(i, [&](unsigned t, int row, int column, int r, int x) {
      c[at(row, column)] =
          get_element(w.accumulator.data() + t * bytes, r, x, i.register_elements, i.register_bytes);
    });
  }
  std::vector<std::uint64_t>& d = cores.d;
  d.resize(c.size());
  known.mma->run({known.shape, a, b, c}, d, cores.scratch);
  for_each_element(i, [&](unsigned t, int row, int column, int r, int x) {
    set_element(w.accumulator.data() + t * bytes, r, x, i.register_elements, i.register_bytes,
                d[at(row, column)]);
  });
}

void WarpgroupQueue::wait(Worker& worker, unsigned pending, const Site& site) {
  std::size_t done = 0;
  for (; done < waiting_.size() && waiting_[done].group + pending < group_; ++done) {
    WarpgroupInstruction& w = waiting_[done];
    execute(worker, w, site);
    const auto next = std::find_if(waiting_.begin() + static_cast<std::ptrdiff_t>(done) + 1, waiting_.end(),
                                   [&](const WarpgroupInstruction& other) { return other.d == w.d; });
    if (next != waiting_.end()) {
      // Whoever accumulates further takes over; the registers stay poisoned.
      next->accumulator = std::move(w.accumulator);
      continue;
    }
    const std::size_t bytes = accumulator_bytes(*w.instruction);
    for (std::size_t t = 0; t < 128; ++t) std::memcpy(w.d[t], w.accumulator.data() + t * bytes, bytes);
  }
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(done));
}

namespace {

/// Calls work(records of the group's 128 threads) once all of them have come.
template <typename Record, typename Work>
void together_in_warpgroup(Record& mine, const Site& site, const Work& work) {
  Worker& worker = *Worker::current();
  void* const* const lanes = worker.arrive(whole_warp, Together::warpgroup, &mine, site);
  if (lanes == nullptr) return;
  std::array<void*, 32> warp;
  std::copy_n(lanes, 32, warp.begin());
  if (void* const* const warps = worker.arrive_warpgroup(warp.data(), site)) {
    std::array<Record*, 128> all;
    for (std::size_t t = 0; t < 128; ++t)
      all[t] = static_cast<Record*>(static_cast<void* const*>(warps[t / 32])[t % 32]);
    work(all);
    worker.release_warpgroup();
  }
  worker.release(whole_warp);
}

}  // namespace

void wgmma(const Instruction& instruction, WarpgroupOperands& mine, const Site& site) {
  Worker& worker = *Worker::current();
  together_in_warpgroup(mine, site, [&](const auto& threads) {
    for (const WarpgroupOperands* t : threads) {
      if (t->a != mine.a || t->b != mine.b || t->keep != mine.keep)
        give_up("collective mismatch", "threads give wgmma different descriptors", site);
    }
    WarpgroupQueue& queue = worker.warpgroup_queue();
    if (!queue.fenced()) give_up("missing fence", "wgmma comes without wgmma_fence() before it", site);
    if (worker.watch() != nullptr) {
      check_proxy_fence(worker, mine.a, instruction.m, site);
      check_proxy_fence(worker, mine.b, instruction.n, site);
    }
    queue.issue(instruction, threads, worker.shared().poison());
  });
}

// All threads of the group do these; the first lane's counts.
void wgmma_fence() {
  Worker& worker = *Worker::current();
  worker.warpgroup_queue().fence();
}
void fence_async_shared() {
  if (Watch* const watch = Worker::current()->watch()) watch->fence_proxy();
}
void wgmma_commit() {
  Worker& worker = *Worker::current();
  if (worker.thread().linear % 128 == 0) worker.warpgroup_queue().commit();
}
void wgmma_wait(unsigned pending, const Site& site) {
  Worker& worker = *Worker::current();
  unsigned mine = pending;
  together_in_warpgroup(mine, site,
                        [&](const auto&) { worker.warpgroup_queue().wait(worker, pending, site); });
}

}  // namespace simt::detail
