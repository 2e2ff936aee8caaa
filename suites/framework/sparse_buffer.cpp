#include "suites/framework/sparse_buffer.h"

#include <algorithm>
#include <sys/mman.h>

#include "reference/oracles/convert.h"

namespace ulpgate {

SparseBuffer::SparseBuffer(const Format& format, const StridedPlan& plan) : format_(&format), plan_(plan) {
  plan_.first = std::max(plan.extent, std::int64_t{1} << 31) + 4096;
  bytes_ = static_cast<std::size_t>(2 * plan_.first) * format.bytes();
  void* memory =
      mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) memory_ = static_cast<std::byte*>(memory);
}

SparseBuffer::~SparseBuffer() {
  if (memory_ != nullptr) munmap(memory_, bytes_);
}

void SparseBuffer::set(const std::vector<std::uint64_t>& codes) {
  std::size_t next = 0;
  for_each_place(plan_, [&](std::size_t at) { store_element(*format_, memory_, at, codes[next++]); });
}

std::vector<std::uint64_t> SparseBuffer::get() const {
  std::vector<std::uint64_t> codes;
  for_each_place(plan_, [&](std::size_t at) { codes.push_back(load_element(*format_, memory_, at)); });
  return codes;
}

}  // namespace ulpgate
