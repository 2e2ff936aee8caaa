#include "reference/oracles/quantize.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/oracles/quantize/steps.h"

namespace ulpgate::quantize {
namespace {

std::int64_t blocks_along(std::int64_t extent, std::int64_t block) { return (extent + block - 1) / block; }

float larger(float a, float b, AmaxNan nan) {
  const float both[] = {a, b};
  return amax_of(both, nan);
}

template <typename T>
std::vector<T> turned(std::span<const T> x, std::int64_t rows, std::int64_t columns) {
  std::vector<T> out;
  out.reserve(x.size());
  for (std::int64_t column = 0; column < columns; ++column) {
    for (std::int64_t row = 0; row < rows; ++row)
      out.push_back(x[static_cast<std::size_t>(row * columns + column)]);
  }
  return out;
}

}  // namespace

Grid grid_of(const Block& block, std::int64_t rows, std::int64_t columns) {
  Grid g{.rows = rows, .columns = columns};
  g.block_rows = block.rows > 0 ? block.rows : std::max<std::int64_t>(rows, 1);
  g.block_columns = block.columns > 0 ? block.columns : std::max<std::int64_t>(columns, 1);
  // All of an axis is one block, even where it is empty: a tensor without elements has a scale.
  g.scale_rows = block.rows > 0 ? blocks_along(rows, block.rows) : 1;
  g.scale_columns = block.columns > 0 ? blocks_along(columns, block.columns) : 1;
  return g;
}

std::vector<float> block_amaxes(const Grid& g, std::span<const float> x, AmaxNan nan) {
  std::vector<float> amax(static_cast<std::size_t>(g.scales()), 0.0F);
  for (std::int64_t row = 0; row < g.rows; ++row) {
    for (std::int64_t first = 0; first < g.columns; first += g.block_columns) {
      const std::int64_t count = std::min(g.block_columns, g.columns - first);
      const auto part =
          x.subspan(static_cast<std::size_t>(row * g.columns + first), static_cast<std::size_t>(count));
      float& most = amax[static_cast<std::size_t>(g.block_of(row, first))];
      most = larger(most, amax_of(part, nan), nan);
    }
  }
  return amax;
}

std::vector<BlockScale> block_scales(const Recipe& recipe, const Grid& grid, const Inputs& inputs) {
  std::vector<BlockScale> all;
  if (recipe.scales == ScaleKind::given) {
    for (const float s : inputs.scales) all.push_back({.factor = s});
    return all;
  }
  for (const float amax : block_amaxes(grid, inputs.x, recipe.amax_nan))
    all.push_back(block_scale(recipe, amax, inputs.global));
  return all;
}

std::vector<float> transposed(std::span<const float> x, std::int64_t rows, std::int64_t columns) {
  return turned(x, rows, columns);
}
std::vector<std::uint32_t> transposed(std::span<const std::uint32_t> x, std::int64_t rows,
                                      std::int64_t columns) {
  return turned(x, rows, columns);
}

Quantized quantized(const Recipe& recipe, std::int64_t rows, std::int64_t columns, const Inputs& inputs) {
  Quantized q{.grid = grid_of(recipe.block, rows, columns), .scales = {}, .elements = {}};
  q.scales = block_scales(recipe, q.grid, inputs);
  q.elements.reserve(inputs.x.size());
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < columns; ++column) {
      const auto at = static_cast<std::size_t>(row * columns + column);
      const std::uint64_t random = inputs.random.empty() ? 0 : inputs.random[at];
      const BlockScale& scale = q.scales[static_cast<std::size_t>(q.grid.block_of(row, column))];
      q.elements.push_back(element(recipe, scale, inputs.x[at], random));
    }
  }
  return q;
}

}  // namespace ulpgate::quantize
