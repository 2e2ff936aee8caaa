#pragma once
// Offsets beyond 2^31 elements, without the memory: pages that nobody touches are only reserved.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "suites/framework/strided_buffer.h"

namespace ulpgate {

/// A tensor in reserved memory that reaches 2^31 elements to both sides of element (0, 0, 0), so that an
/// offset which wraps lands in it, too. Unwritten elements read as zero.
class SparseBuffer {
 public:
  SparseBuffer(const Format& format, const StridedPlan& plan);
  ~SparseBuffer();
  SparseBuffer(const SparseBuffer&) = delete;
  SparseBuffer& operator=(const SparseBuffer&) = delete;

  /// False where the address space could not be had.
  bool reserved() const { return memory_ != nullptr; }

  const Format& format() const { return *format_; }
  const std::array<std::int64_t, 3>& shape() const { return plan_.shape; }
  const std::array<std::int64_t, 3>& strides() const { return plan_.strides; }
  /// Of element (0, 0, 0).
  void* data() { return memory_ + static_cast<std::size_t>(plan_.first) * format_->bytes(); }

  void set(const std::vector<std::uint64_t>& codes);
  std::vector<std::uint64_t> get() const;

 private:
  const Format* format_;
  StridedPlan plan_;
  std::size_t bytes_ = 0;
  std::byte* memory_ = nullptr;
};

}  // namespace ulpgate
