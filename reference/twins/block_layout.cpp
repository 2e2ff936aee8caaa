#include "reference/twins/block_layout.h"

namespace ulpgate {
namespace {

/// Whether two places along an axis are in one block; 0: all are.
bool together(std::int64_t a, std::int64_t b, std::int64_t block) {
  if (block == 0) return true;
  while (a >= block && b >= block) {
    a -= block;
    b -= block;
  }
  return a < block && b < block;
}

}  // namespace

std::vector<std::int64_t> twin_stored_scales(quantize::ScaleLayout layout, std::int64_t rows,
                                             std::int64_t columns) {
  std::vector<std::int64_t> stored;
  const auto put = [&](std::int64_t row, std::int64_t column) {
    stored.push_back(row < rows && column < columns ? row * columns + column : -1);
  };
  std::int64_t all_rows = rows, all_columns = columns;
  if (layout != quantize::ScaleLayout::plain) {
    while (all_rows % 128 != 0) ++all_rows;
    while (all_columns % 4 != 0) ++all_columns;
  }
  if (layout != quantize::ScaleLayout::swizzled) {
    for (std::int64_t row = 0; row < all_rows; ++row) {
      for (std::int64_t column = 0; column < all_columns; ++column) put(row, column);
    }
    return stored;
  }
  // {tiles down, 4, 32, tiles across, 4} with its axes in the order 0, 3, 2, 1, 4.
  for (std::int64_t down = 0; down < all_rows; down += 128) {
    for (std::int64_t across = 0; across < all_columns; across += 4) {
      for (std::int64_t line = 0; line < 32; ++line) {
        for (std::int64_t quarter = 0; quarter < 128; quarter += 32) {
          for (std::int64_t column = 0; column < 4; ++column) put(down + quarter + line, across + column);
        }
      }
    }
  }
  return stored;
}

TwinCopy twin_copy(const quantize::Recipe& recipe, const std::vector<std::uint32_t>& x, std::int64_t rows,
                   std::int64_t columns, bool transposed, std::uint32_t global) {
  TwinCopy copy;
  // A block's rows are those of the copy, which the transposed one's are columns of x.
  const std::int64_t down = transposed ? recipe.block.columns : recipe.block.rows;
  const std::int64_t across = transposed ? recipe.block.rows : recipe.block.columns;
  const std::int64_t outer = transposed ? columns : rows, inner = transposed ? rows : columns;
  for (std::int64_t i = 0; i < outer; ++i) {
    for (std::int64_t k = 0; k < inner; ++k) {
      const std::int64_t row = transposed ? k : i, column = transposed ? i : k;
      std::vector<std::uint32_t> block;
      for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < columns; ++c) {
          if (together(row, r, down) && together(column, c, across))
            block.push_back(x[static_cast<std::size_t>(r * columns + c)]);
        }
      }
      copy.scales.push_back(twin_block_scale(recipe, twin_amax(block, recipe.amax_nan), global));
      copy.elements.push_back(twin_element(recipe, copy.scales.back().factor,
                                           x[static_cast<std::size_t>(row * columns + column)]));
    }
  }
  return copy;
}

}  // namespace ulpgate
