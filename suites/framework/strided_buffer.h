#pragma once
// A tensor of up to three axes in guarded memory, laid out as a plan says.
#include <array>
#include <cstdint>
#include <vector>

#include "reference/formats/format.h"
#include "suites/framework/buffer.h"

namespace ulpgate {

/// Elements before and behind a tensor that belong to its buffer: what an implementation that reads or writes
/// too far meets first.
inline constexpr std::int64_t buffer_margin = 128;

/// Element (i, j, k) lies at first + i * strides[0] + j * strides[1] + k * strides[2] of `extent` elements.
struct StridedPlan {
  std::array<std::int64_t, 3> shape{};
  std::array<std::int64_t, 3> strides{};
  std::int64_t first = 0;
  std::int64_t extent = 0;
};

class StridedBuffer {
 public:
  /// `lead` elements from a 64-byte boundary to the first byte.
  StridedBuffer(const Format& format, const StridedPlan& plan, std::int64_t lead);

  const Format& format() const { return *format_; }
  const std::array<std::int64_t, 3>& shape() const { return plan_.shape; }
  const std::array<std::int64_t, 3>& strides() const { return plan_.strides; }
  /// Of element (0, 0, 0).
  void* data() { return buffer_.data() + static_cast<std::size_t>(plan_.first) * format_->bytes(); }
  GuardedBuffer& buffer() { return buffer_; }

  /// Every byte, elements included.
  void poison(std::uint8_t value) { buffer_.poison(value); }
  /// Every element that memory has room for, those between and around the tensor included.
  void fill(std::uint64_t code);
  /// Dense codes, the last axis fastest.
  void set(const std::vector<std::uint64_t>& codes);
  std::vector<std::uint64_t> get() const;

  /// A copy of all bytes.
  std::vector<std::byte> bytes() const;
  /// Whether every byte that belongs to no element is as in `before`.
  bool gaps_equal(const std::vector<std::byte>& before) const;

 private:
  const Format* format_;
  StridedPlan plan_;
  GuardedBuffer buffer_;
};

/// Calls visit(place) for each element, the last axis fastest; places count from the buffer's begin.
template <typename Visit>
void for_each_place(const StridedPlan& plan, Visit visit) {
  for (std::int64_t i = 0; i < plan.shape[0]; ++i) {
    for (std::int64_t j = 0; j < plan.shape[1]; ++j) {
      const std::int64_t row = plan.first + i * plan.strides[0] + j * plan.strides[1];
      for (std::int64_t k = 0; k < plan.shape[2]; ++k)
        visit(static_cast<std::size_t>(row + k * plan.strides[2]));
    }
  }
}

}  // namespace ulpgate
