#pragma once
// Watches each access of a kernel that was compiled for it.
//
// Two accesses to the same byte of shared memory by different threads, one of them a write, are a race unless
// something orders them: a barrier of the block, or, within a warp, __syncwarp() with both lanes in its mask.
// Shuffles and votes order no memory. Two atomic operations are no race; each is one with a plain access
// that it is not ordered with, whatever comes between. Clocks: barriers are counted by the block; within a
// warp each lane has a clock that __syncwarp advances, and knows the latest clock of each other lane that it
// has synchronised with.
//
// Of global memory, what other blocks read (global_writes.h).
//
// wgmma reads shared memory by the async proxy. It sees what was written by the generic proxy (stores,
// atomics, cp.async) where a fence_async_shared() comes after the write: by whoever wrote, or by a thread
// that the write is ordered before.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace simt::detail {

class Worker;

enum class Access { read, write, atomic };
/// Whether other blocks may look on: as volatile accesses, which flags are polled by.
enum class Strength { weak, strong };

class Watch {
 public:
  explicit Watch(Worker& worker) : worker_(worker) {}

  void begin_block(unsigned threads);
  void barrier() { ++epoch_; }
  void sync_warp(unsigned warp, std::uint32_t mask);
  /// By the running thread.
  void fence_proxy();

  /// `where()` gives the place in the source, for a fault.
  template <typename Where>
  void access(const void* memory, std::size_t bytes, Access kind, const Where& where,
              Strength strength = Strength::weak) {
    const auto* const first = static_cast<const std::byte*>(memory);
    if (const char* fault = check(first, bytes, kind, strength)) tell(fault, first, bytes, kind, where());
  }
  void copy_started(const void* shared, std::size_t bytes);
  void copy_arrived(const void* shared, std::size_t bytes);
  /// A thread that wrote some of these bytes, with no fence_proxy() after it.
  std::optional<unsigned> unfenced_writer(const void* shared, std::size_t bytes);

 private:
  struct Stamp {
    std::uint32_t epoch = 0;
    std::uint32_t clock = 0;
  };
  /// Threads that a later access has to be ordered after.
  struct Several {
    Stamp latest;
    std::uint32_t lanes = 0;
    std::uint16_t warp = 0;  ///< + 1, or several_warps; 0: nobody
  };
  struct Cell {
    Stamp written;             ///< by a plain write
    Several readers;           ///< since then
    Several atomics;           ///< since then
    std::uint16_t writer = 0;  ///< thread + 1
    bool initialised = false;
    bool arriving = false;  ///< by an asynchronous copy
  };
  struct Warp {
    std::array<std::uint32_t, 32> clock;
    std::array<std::array<std::uint32_t, 32>, 32> known;  ///< [lane][of]
    std::array<std::uint32_t, 32> fenced;                 ///< each lane's clock at the last fence after it
  };
  static constexpr std::uint16_t several_warps = 0xFFFF;

  const char* check(const std::byte* memory, std::size_t bytes, Access kind, Strength strength);
  const char* check_global(const std::byte* memory, std::size_t bytes) const;
  const char* check_published(const std::byte* memory, std::size_t bytes, Access kind);
  const char* check_cell(Cell& cell, Access kind);
  bool ordered(unsigned thread, const Stamp& stamp) const;
  bool ordered(const Several& threads) const;
  /// The running thread, too.
  void add(Several& threads) const;
  /// One of them, for a message.
  unsigned any_of(const Several& threads) const;
  Cell& cell(const std::byte* memory);
  void tell(const char* fault, const std::byte* memory, std::size_t bytes, Access kind,
            const std::string& where);

  Worker& worker_;
  std::vector<Cell> cells_;
  std::size_t touched_ = 0;  ///< no cell from here on has been used by this block
  std::vector<Warp> warps_;
  std::uint32_t epoch_ = 1;
  std::uint32_t fenced_epoch_ = 1;  ///< of any thread's last fence; it comes after all writes of those before
  unsigned other_ = 0;              ///< the thread that a race is with
  std::size_t other_block_ = 0;     ///< that wrote without a fence
};

}  // namespace simt::detail
