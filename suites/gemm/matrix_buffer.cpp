#include "suites/gemm/matrix_buffer.h"

#include <algorithm>
#include <cstring>

#include "reference/oracles/convert.h"

namespace ulpgate::gemm {
namespace {

/// Elements before and behind the matrix that belong to the buffer: what an implementation that reads or
/// writes too far meets first.
constexpr std::int64_t margin = 128;

}  // namespace

LayoutPlan plan_layout(std::int64_t batch, std::int64_t rows, std::int64_t columns, const Layout& layout) {
  const std::int64_t contiguous = layout.transposed ? rows : columns;
  const std::int64_t others = layout.transposed ? columns : rows;
  const std::int64_t width = std::max<std::int64_t>(layout.inner == 0 ? 1 : contiguous * layout.inner, 1);
  const bool interleaved = layout.batching == Batching::interleaved;
  const std::int64_t leading = (interleaved ? width * std::max<std::int64_t>(batch, 1) : width) + layout.pad;
  const std::int64_t matrix = interleaved ? width : others * leading + layout.batch_pad;
  const std::int64_t batch_stride = layout.batching == Batching::shared ? 0 : matrix;
  const std::int64_t step = layout.reversed ? -leading : leading;
  LayoutPlan p;
  p.strides = layout.transposed ? std::array{batch_stride, layout.inner, step}
                                : std::array{batch_stride, step, layout.inner};
  p.first = margin + (layout.reversed && others > 0 ? (others - 1) * leading : 0);
  const bool empty = batch == 0 || rows == 0 || columns == 0;
  const std::int64_t last =
      empty ? 0 : (batch - 1) * batch_stride + (others - 1) * leading + (contiguous - 1) * layout.inner + 1;
  p.extent = last + 2 * margin;
  return p;
}

MatrixBuffer::MatrixBuffer(const Format& format, std::int64_t batch, std::int64_t rows, std::int64_t columns,
                           const Layout& layout)
    : format_(&format),
      shape_{batch, rows, columns},
      plan_(plan_layout(batch, rows, columns, layout)),
      buffer_(static_cast<std::size_t>(plan_.extent) * format.bytes(),
              static_cast<std::size_t>(layout.lead) * format.bytes()) {}

std::size_t MatrixBuffer::place(std::int64_t batch, std::int64_t row, std::int64_t column) const {
  return static_cast<std::size_t>(plan_.first + batch * plan_.strides[0] + row * plan_.strides[1] +
                                  column * plan_.strides[2]);
}

void MatrixBuffer::fill(std::uint64_t code) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(plan_.extent); ++i)
    store_element(*format_, buffer_.data(), i, code);
}

void MatrixBuffer::set(const std::vector<std::uint64_t>& codes) {
  std::size_t next = 0;
  for (std::int64_t b = 0; b < shape_[0]; ++b)
    for (std::int64_t i = 0; i < shape_[1]; ++i)
      for (std::int64_t j = 0; j < shape_[2]; ++j)
        store_element(*format_, buffer_.data(), place(b, i, j), codes[next++]);
}

std::vector<std::uint64_t> MatrixBuffer::get() const {
  std::vector<std::uint64_t> codes;
  codes.reserve(static_cast<std::size_t>(shape_[0] * shape_[1] * shape_[2]));
  for (std::int64_t b = 0; b < shape_[0]; ++b)
    for (std::int64_t i = 0; i < shape_[1]; ++i)
      for (std::int64_t j = 0; j < shape_[2]; ++j)
        codes.push_back(load_element(*format_, buffer_.data(), place(b, i, j)));
  return codes;
}

std::vector<std::byte> MatrixBuffer::bytes() const {
  return {buffer_.data(), buffer_.data() + buffer_.size()};
}

bool MatrixBuffer::gaps_equal(const std::vector<std::byte>& before) const {
  std::vector<bool> used(static_cast<std::size_t>(plan_.extent), false);
  for (std::int64_t b = 0; b < shape_[0]; ++b)
    for (std::int64_t i = 0; i < shape_[1]; ++i)
      for (std::int64_t j = 0; j < shape_[2]; ++j) used[place(b, i, j)] = true;
  const std::size_t width = format_->bytes();
  for (std::size_t e = 0; e < used.size(); ++e) {
    if (!used[e] && std::memcmp(before.data() + e * width, buffer_.data() + e * width, width) != 0)
      return false;
  }
  return true;
}

}  // namespace ulpgate::gemm
