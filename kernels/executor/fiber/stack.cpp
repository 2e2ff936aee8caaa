#include "kernels/executor/fiber/stack.h"

#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace simt::detail {
namespace {

/// More than a page: below the guard lies another thread's stack, and a frame may be larger than a page. A
/// multiple of every page size.
constexpr std::size_t guard_bytes = std::size_t{64} << 10;

/// Mappings of one size lie at one distance, a power of 2 or nearly: without this, what all stacks use would
/// share a few sets of the caches. Frames of kernels are a few hundred bytes.
constexpr std::size_t colours = 32;
constexpr std::size_t colour_bytes = 9 * 64;

}  // namespace

Stack::Stack(std::size_t bytes, unsigned number) : bytes_(bytes + number % colours * colour_bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  mapped_ = (guard_bytes + bytes + (colours - 1) * colour_bytes + page - 1) / page * page;
  void* const memory = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  mprotect(memory, guard_bytes, PROT_NONE);
  data_ = static_cast<std::byte*>(memory) + guard_bytes;
}

Stack::~Stack() { munmap(data_ - guard_bytes, mapped_); }

}  // namespace simt::detail
