#include "kernels/executor/fiber/stack.h"

#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace simt::detail {
namespace {

/// More than a page: below the guard lies another thread's stack, and a frame may be larger than a page. A
/// multiple of every page size.
constexpr std::size_t guard_bytes = std::size_t{64} << 10;

}  // namespace

Stack::Stack(std::size_t bytes) : guard_(guard_bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  bytes_ = (bytes + page - 1) / page * page;
  void* const memory =
      mmap(nullptr, bytes_ + guard_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  mprotect(memory, guard_, PROT_NONE);
  data_ = static_cast<std::byte*>(memory) + guard_;
}

Stack::~Stack() { munmap(data_ - guard_, bytes_ + guard_); }

}  // namespace simt::detail
