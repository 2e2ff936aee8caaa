#include "reference/oracles/quantize/scale_layout.h"

namespace ulpgate::quantize {
namespace {

constexpr std::int64_t tile_rows = 128, tile_columns = 4;

std::int64_t rounded_up(std::int64_t extent, std::int64_t multiple) {
  return (extent + multiple - 1) / multiple * multiple;
}

}  // namespace

std::int64_t padded_rows(ScaleLayout layout, std::int64_t rows) {
  return layout == ScaleLayout::plain ? rows : rounded_up(rows, tile_rows);
}

std::int64_t padded_columns(ScaleLayout layout, std::int64_t columns) {
  return layout == ScaleLayout::plain ? columns : rounded_up(columns, tile_columns);
}

std::int64_t swizzled_place(std::int64_t scale_columns, std::int64_t row, std::int64_t column) {
  const std::int64_t tiles_along = rounded_up(scale_columns, tile_columns) / tile_columns;
  const std::int64_t tile = row / tile_rows * tiles_along + column / tile_columns;
  const std::int64_t r = row % tile_rows, c = column % tile_columns;
  return tile * tile_rows * tile_columns + r % 32 * 16 + r / 32 * 4 + c;
}

std::optional<ScaleLayout> scale_layout_named(std::string_view name) {
  if (name == "plain") return ScaleLayout::plain;
  if (name == "padded") return ScaleLayout::padded;
  if (name == "swizzled") return ScaleLayout::swizzled;
  return std::nullopt;
}

}  // namespace ulpgate::quantize
