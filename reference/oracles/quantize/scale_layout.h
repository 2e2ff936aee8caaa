#pragma once
// Where the scales of blocks lie in memory.
#include <cstdint>
#include <optional>
#include <string_view>

namespace ulpgate::quantize {

enum class ScaleLayout {
  plain,     ///< {scale rows, scale columns}, as strides say
  padded,    ///< the same with both extents rounded up, to multiples of 128 and 4
  swizzled,  ///< padded, in tiles of 128 x 4, each 512 elements in a row: what block-scaled matrix multiplies
             ///< of cuBLAS and of Tensor Cores read
};

/// The extents of the tensor that holds them.
std::int64_t padded_rows(ScaleLayout layout, std::int64_t rows);
std::int64_t padded_columns(ScaleLayout layout, std::int64_t columns);

/// Place of the scale (row, column) among all of swizzled. In a tile, row r and column c of it lie at
/// 16 * (r mod 32) + 4 * (r / 32) + c; tiles follow each other along rows (cuBLAS, 1D block scaling factors
/// layout).
std::int64_t swizzled_place(std::int64_t scale_columns, std::int64_t row, std::int64_t column);

std::optional<ScaleLayout> scale_layout_named(std::string_view name);

}  // namespace ulpgate::quantize
