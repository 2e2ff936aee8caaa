#include "kernels/executor/fiber/stack.h"

#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace simt::detail {

Stack::Stack(std::size_t bytes) : guard_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
  bytes_ = (bytes + guard_ - 1) / guard_ * guard_;
  void* const memory =
      mmap(nullptr, bytes_ + guard_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  mprotect(memory, guard_, PROT_NONE);
  data_ = static_cast<std::byte*>(memory) + guard_;
}

Stack::~Stack() { munmap(data_ - guard_, bytes_ + guard_); }

}  // namespace simt::detail
