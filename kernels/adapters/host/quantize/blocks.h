#pragma once
// Tensors in blocks, element by element.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "kernels/adapters/host/elements.h"
#include "kernels/adapters/host/quantize/variant.h"
#include "kernels/api/block_call.h"

namespace ulpgate::host {

inline std::string text_of(const BlockSize& b) {
  if (b.rows == 0 && b.columns == 0) return "tensor";
  if (b.columns == 0) return "row";
  if (b.rows == 0) return "column";
  return std::to_string(b.rows) + "x" + std::to_string(b.columns);
}

/// How many blocks there are along an axis, and how long one is.
inline std::int64_t blocks_along(std::int64_t extent, std::int64_t block) {
  return block == 0 ? 1 : (extent + block - 1) / block;
}
inline std::int64_t length_of(std::int64_t extent, std::int64_t block) {
  return block == 0 ? std::max<std::int64_t>(extent, 1) : block;
}

/// A wide number as fp32, with its sign where it is NaN.
inline float number_at(const BlockView& v, std::int64_t row, std::int64_t column) {
  const std::byte* from = v.at(row, column);
  if (v.format->storage_bits == 32) {
    float x;
    std::memcpy(&x, from, sizeof x);
    return x;
  }
  return static_cast<float>(load(*v.format, from));
}

template <class Word>
void put(const BlockView& v, std::int64_t row, std::int64_t column, Word word) {
  std::memcpy(v.at(row, column), &word, sizeof word);
}

inline std::uint8_t byte_at(const BlockView& v, std::int64_t row, std::int64_t column) {
  return static_cast<std::uint8_t>(*v.at(row, column));
}

/// The larger magnitude; a NaN loses, or wins.
inline float larger(float a, float b, bool nan_wins) {
  if (nan_wins && (std::isnan(a) || std::isnan(b))) return std::numeric_limits<float>::quiet_NaN();
  return std::fmax(std::fabs(a), std::fabs(b));
}

/// Calls visit(row, column) for the elements of a block.
template <class Visit>
void for_each_in_block(const BlockView& v, const BlockSize& size, std::int64_t block_row,
                       std::int64_t block_column, Visit visit) {
  const std::int64_t height = length_of(v.rows, size.rows), width = length_of(v.columns, size.columns);
  for (std::int64_t r = block_row * height; r < std::min((block_row + 1) * height, v.rows); ++r) {
    for (std::int64_t c = block_column * width; c < std::min((block_column + 1) * width, v.columns); ++c)
      visit(r, c);
  }
}

}  // namespace ulpgate::host
