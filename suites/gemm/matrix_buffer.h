#pragma once
// A batch of matrices in guarded memory, laid out as a case says.
#include <array>
#include <cstdint>
#include <vector>

#include "suites/framework/buffer.h"
#include "suites/gemm/gemm_case.h"

namespace ulpgate::gemm {

class MatrixBuffer {
 public:
  MatrixBuffer(const Format& format, std::int64_t batch, std::int64_t rows, std::int64_t columns,
               const Layout& layout);

  const Format& format() const { return *format_; }
  const std::array<std::int64_t, 3>& shape() const { return shape_; }
  const std::array<std::int64_t, 3>& strides() const { return strides_; }
  /// Of element (0, 0, 0).
  void* data() { return buffer_.data() + static_cast<std::size_t>(first_) * format_->bytes(); }
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
  std::array<std::int64_t, 3> strides_{};
  std::int64_t first_ = 0;   ///< element (0, 0, 0), from the buffer's beginning
  std::int64_t extent_ = 0;  ///< of the buffer
  GuardedBuffer buffer_;
};

}  // namespace ulpgate::gemm
