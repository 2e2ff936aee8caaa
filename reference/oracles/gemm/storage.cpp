#include "reference/oracles/gemm/storage.h"

#include <algorithm>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace ulpgate::products {

void* allocate_storage(std::size_t bytes) {
  constexpr std::size_t large_page = std::size_t{1} << 21;
  constexpr std::size_t alignment = 64;
  const std::size_t unit = bytes >= 2 * large_page ? large_page : alignment;
  const std::size_t rounded = (std::max(bytes, unit) + unit - 1) / unit * unit;
  void* const memory = std::aligned_alloc(unit, rounded);
  if (memory == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  // Only a wish: where it is not granted, nothing else changes.
  if (unit == large_page) static_cast<void>(madvise(memory, rounded, MADV_HUGEPAGE));
#endif
  return memory;
}

}  // namespace ulpgate::products
