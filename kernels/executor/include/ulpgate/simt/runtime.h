#pragma once
// What the headers of the host side call in the executor. Not for kernels.
#include <cstddef>
#include <cstdint>

#include "ulpgate/simt/site.h"

namespace simt::detail {

// Faults of the running thread. Sentences are made here, not in code that may be watched.
/// The address is no multiple of `bytes`.
[[noreturn]] void stop_misaligned(const void* memory, std::size_t bytes, const Site& site);
[[noreturn]] void stop_copy(std::size_t bytes, int valid, const Site& site);
[[noreturn]] void stop_width(int width, const Site& site);
/// `lane` reads from `source`, which is not in the mask. The thread goes on.
void report_source(unsigned lane, unsigned source, const Site& site);

/// What lanes of a warp do together.
enum class Together { sync_warp, shuffle, ballot, match, reduce, load_matrix, multiply, warpgroup };

/// Waits for every lane that `mask` names. The last one to arrive gets what the lanes brought, by lane, and
/// must call release() once it has written their results; the others get nullptr when it has. A record may
/// lie on its lane's stack.
void* const* arrive(std::uint32_t mask, Together what, void* record, const Site& site);
void release(std::uint32_t mask);

template <typename Record, typename Work>
void together(std::uint32_t mask, Together what, Record& record, const Site& site, const Work& work) {
  if (void* const* const lanes = arrive(mask, what, &record, site)) {
    work([lanes](unsigned lane) -> Record& { return *static_cast<Record*>(lanes[lane]); });
    release(mask);
  }
}

/// Calls what(lane) for each lane of a mask, lowest first.
template <typename What>
void for_each_lane(std::uint32_t mask, const What& what) {
  for (; mask != 0; mask &= mask - 1) what(static_cast<unsigned>(__builtin_ctz(mask)));
}

/// What threads bring to a barrier: results are the count of threads with a predicate, and of threads.
struct BarrierResult {
  unsigned holding = 0;
  unsigned threads = 0;
};
BarrierResult block_barrier(bool predicate, const Site& site);
void sync_warp(std::uint32_t mask, const Site& site);
std::uint32_t active_lanes();

/// Dynamic shared memory of the block.
void* dynamic_shared();
/// What a declaration of shared memory is known by: its address, which is the declaration's own.
struct SharedTag {
  const char* name;
  std::size_t element_bytes;
};
/// The block's array that belongs to `tag`. Made by the first thread that comes.
void* shared_array(const SharedTag& tag, std::size_t bytes, std::size_t alignment, const Site& site);

/// Accesses that no instrumentation sees. Nothing in a build without checks.
void note_read(const void* memory, std::size_t bytes, const Site& site);
void note_volatile_read(const void* memory, std::size_t bytes, const Site& site);
void note_write(const void* memory, std::size_t bytes, const Site& site);
void note_atomic(const void* memory, std::size_t bytes, const Site& site);

/// __threadfence().
void note_fence();

/// `bytes` of the result come from `global`, `valid` of them at most; the rest is zero. They arrive when the
/// thread waits.
void copy_async(void* shared, const void* global, std::size_t bytes, std::size_t valid, const Site& site);
void copy_async_commit();
void copy_async_wait(unsigned pending);

}  // namespace simt::detail
