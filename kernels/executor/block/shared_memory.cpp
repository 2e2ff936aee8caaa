#include "kernels/executor/block/shared_memory.h"

#include <cstdlib>
#include <cstring>
#include <new>
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace simt::detail {
namespace {

constexpr std::size_t base_alignment = 1024;
/// Between areas; access there is out of bounds.
constexpr std::size_t gap = 64;
/// So many declared arrays have gaps; only then could memory run out below the limit.
constexpr std::size_t gaps = 256;

std::size_t rounded(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

}  // namespace

void SharedMemory::Free::operator()(std::byte* memory) const { std::free(memory); }

SharedMemory::SharedMemory(std::size_t limit)
    : limit_(limit), capacity_(rounded(limit + gaps * (gap + base_alignment), base_alignment)) {
  memory_.reset(static_cast<std::byte*>(std::aligned_alloc(base_alignment, capacity_)));
  if (!memory_) throw std::bad_alloc();
}

// AddressSanitizer watches what is closed.
void SharedMemory::close([[maybe_unused]] std::size_t from, [[maybe_unused]] std::size_t to) {
#if defined(__SANITIZE_ADDRESS__)
  __asan_poison_memory_region(memory_.get() + from, to - from);
#endif
}

void SharedMemory::open([[maybe_unused]] std::size_t from, [[maybe_unused]] std::size_t to) {
#if defined(__SANITIZE_ADDRESS__)
  __asan_unpoison_memory_region(memory_.get() + from, to - from);
#endif
}

void SharedMemory::reset(std::size_t dynamic_bytes, std::uint8_t poison) {
  areas_.clear();
  poison_ = poison;
  open(0, dynamic_bytes);
  if (dynamic_bytes > 0) {
    std::memset(memory_.get(), poison, dynamic_bytes);
    areas_.push_back({memory_.get(), memory_.get() + dynamic_bytes, nullptr});
  }
  close(dynamic_bytes, capacity_);
  used_ = dynamic_ = dynamic_bytes;
  declared_ = 0;
}

void* SharedMemory::array(const SharedTag& tag, std::size_t bytes, std::size_t alignment) {
  for (const Area& area : areas_) {
    if (area.tag == &tag) return area.begin;
  }
  const std::size_t declared = rounded(declared_, alignment) + bytes;
  if (declared > static_limit || rounded(dynamic_, alignment) + declared > limit_) return nullptr;
  const std::size_t at = rounded(used_ + gap, alignment < 16 ? 16 : alignment);
  if (at + bytes + gap > capacity_) return nullptr;
  std::byte* const begin = memory_.get() + at;
  open(at, at + bytes);
  std::memset(begin, poison_, bytes);
  areas_.push_back({begin, begin + bytes, &tag});
  declared_ = declared;
  used_ = at + bytes;
  return begin;
}

}  // namespace simt::detail
