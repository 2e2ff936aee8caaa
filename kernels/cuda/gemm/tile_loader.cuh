#pragma once
// From global to shared memory: a tile of an operand, zero beyond the matrix's edges.
#include <cstdint>
#include <type_traits>
#include <ulpgate/simt.h>

#include "kernels/cuda/gemm/arguments.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// Lines of a tile, and what they are copied from.
struct TileLines {
  const unsigned char* first;  ///< the first element of the first line, inside the matrix
  std::int64_t line_stride;    ///< in bytes
  std::int64_t element_stride;
  int lines, line_bytes;  ///< in shared memory
  int valid_lines, valid_bytes;
};

template <int Width, class Tile>
__device__ void copy_lines(const Tile& tile, const TileLines& t) {
  const int line_copies = t.line_bytes / Width;
  for (int i = static_cast<int>(threadIdx.x); i < t.lines * line_copies; i += static_cast<int>(blockDim.x)) {
    const int line = i / line_copies, at = i % line_copies * Width;
    int valid = line < t.valid_lines ? t.valid_bytes - at : 0;
    valid = valid < 0 ? 0 : valid > Width ? Width : valid;
    // Where nothing is valid, nothing is read; the address only has to be a good one.
    const unsigned char* const from = valid == 0 ? t.first : t.first + line * t.line_stride + at;
    simt::copy_async<Width>(tile.line_at(line, at), from, valid);
  }
}

template <class Tile>
__device__ void copy_elements(const Tile& tile, const TileLines& t) {
  constexpr int element_bytes = Tile::element_bytes;
  using Element = std::conditional_t<element_bytes == 1, std::uint8_t,
                                     std::conditional_t<element_bytes == 2, std::uint16_t, std::uint32_t>>;
  const int line_elements = t.line_bytes / element_bytes, valid_elements = t.valid_bytes / element_bytes;
  for (int i = static_cast<int>(threadIdx.x); i < t.lines * line_elements;
       i += static_cast<int>(blockDim.x)) {
    const int line = i / line_elements, at = i % line_elements;
    Element element = 0;
    if (line < t.valid_lines && at < valid_elements)
      element = *reinterpret_cast<const Element*>(t.first + line * t.line_stride + at * t.element_stride);
    *reinterpret_cast<Element*>(tile.line_at(line, at * element_bytes)) = element;
  }
}

/// Begins to copy `block_rows` rows from `row`, k from `k` to below `k_end`, by all threads of the block;
/// both begin inside the matrix.
template <class Tile>
__device__ void load_tile(const Tile& tile, const GemmOperand& o, std::int64_t problem, std::int64_t row,
                          int block_rows, std::int64_t k, std::int64_t k_end) {
  constexpr int element_bytes = Tile::element_bytes;
  const auto at_most = [](std::int64_t x, int limit) { return x < limit ? static_cast<int>(x) : limit; };
  const int rows = at_most(o.rows - row, block_rows), ks = at_most(k_end - k, Tile::k);
  TileLines t;
  t.first = o.data + (problem * o.batch_stride + row * o.row_stride + k * o.k_stride) * element_bytes;
  if (tile.along_k()) {
    t.line_stride = o.row_stride * element_bytes;
    t.element_stride = o.k_stride * element_bytes;
    t.lines = block_rows;
    t.line_bytes = gemm_block::k_bytes;
    t.valid_lines = rows;
    t.valid_bytes = ks * element_bytes;
  } else {
    t.line_stride = o.k_stride * element_bytes;
    t.element_stride = o.row_stride * element_bytes;
    t.lines = Tile::k;
    t.line_bytes = block_rows * element_bytes;
    t.valid_lines = ks;
    t.valid_bytes = rows * element_bytes;
  }
  switch (o.copy_bytes) {
    case 16:
      return copy_lines<16>(tile, t);
    case 8:
      return copy_lines<8>(tile, t);
    case 4:
      return copy_lines<4>(tile, t);
    default:
      return copy_elements(tile, t);
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
