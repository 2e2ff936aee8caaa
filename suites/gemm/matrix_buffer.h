#pragma once
// A batch of matrices in guarded memory, laid out as a case says.
#include <array>
#include <cstdint>
#include <vector>

#include "suites/framework/buffer.h"
#include "suites/gemm/gemm_case.h"

namespace ulpgate::gemm {

/// Where a layout puts elements: (b, i, j) lies at first + b * strides[0] + i * strides[1] + j * strides[2]
/// of `extent` elements.
struct LayoutPlan {
  std::array<std::int64_t, 3> strides{};
  std::int64_t first = 0;
  std::int64_t extent = 0;
};
LayoutPlan plan_layout(std::int64_t batch, std::int64_t rows, std::int64_t columns, const Layout& layout);

class MatrixBuffer {
 public:
  MatrixBuffer(const Format& format, std::int64_t batch, std::int64_t rows, std::int64_t columns,
               const Layout& layout);

  const Format& format() const { return *format_; }
  const std::array<std::int64_t, 3>& shape() const { return shape_; }
  const std::array<std::int64_t, 3>& strides() const { return plan_.strides; }
  /// Of element (0, 0, 0).
  void* data() { return buffer_.data() + static_cast<std::size_t>(plan_.first) * format_->bytes(); }
  GuardedBuffer& buffer() { return buffer_; }

  /// Every byte, elements included.
  void poison(std::uint8_t value) { buffer_.poison(value); }
  /// Every element that memory has room for, those between and around the matrix included.
  void fill(std::uint64_t code);
  /// Dense, row-major codes.
  void set(const std::vector<std::uint64_t>& codes);
  std::vector<std::uint64_t> get() const;

  /// A copy of all bytes.
  std::vector<std::byte> bytes() const;
  /// Whether every byte that belongs to no element is as in `before`.
  bool gaps_equal(const std::vector<std::byte>& before) const;

 private:
  std::size_t place(std::int64_t batch, std::int64_t row, std::int64_t column) const;

  const Format* format_;
  std::array<std::int64_t, 3> shape_;
  LayoutPlan plan_;
  GuardedBuffer buffer_;
};

}  // namespace ulpgate::gemm
