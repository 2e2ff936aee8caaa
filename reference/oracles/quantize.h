#pragma once
// The oracle of quantize: a whole tensor, every bit of it.
//
// x is {rows, columns}, row-major; its blocks are counted along both axes, the last of each as short as it
// comes out, and each has one scale. A block's amax is that of its own elements, whatever lies beside them.
#include <cstdint>
#include <span>
#include <vector>

#include "reference/oracles/quantize/block_scale.h"

namespace ulpgate::quantize {

/// The blocks of a tensor.
struct Grid {
  std::int64_t rows = 0, columns = 0;              ///< of x
  std::int64_t block_rows = 0, block_columns = 0;  ///< of one block
  std::int64_t scale_rows = 0, scale_columns = 0;  ///< blocks along each axis

  std::int64_t scales() const { return scale_rows * scale_columns; }
  /// The block of an element, row by row.
  std::int64_t block_of(std::int64_t row, std::int64_t column) const {
    return row / block_rows * scale_columns + column / block_columns;
  }
};

Grid grid_of(const Block& block, std::int64_t rows, std::int64_t columns);

/// What a recipe looks at beside x.
struct Inputs {
  std::span<const float> x;                    ///< row-major
  std::span<const float> scales = {};          ///< of given: one a block
  float global = 0;                            ///< of nvfp4
  std::span<const std::uint32_t> random = {};  ///< of stochastic rounding: a word an element
};

/// The amax of each block.
std::vector<float> block_amaxes(const Grid& grid, std::span<const float> x, AmaxNan nan);

/// What is stored for each block, and multiplied with.
std::vector<BlockScale> block_scales(const Recipe& recipe, const Grid& grid, const Inputs& inputs);

struct Quantized {
  Grid grid;
  std::vector<BlockScale> scales;
  std::vector<Expected> elements;  ///< row-major
};

/// {rows, columns} as {columns, rows}.
std::vector<float> transposed(std::span<const float> x, std::int64_t rows, std::int64_t columns);
std::vector<std::uint32_t> transposed(std::span<const std::uint32_t> x, std::int64_t rows,
                                      std::int64_t columns);

Quantized quantized(const Recipe& recipe, std::int64_t rows, std::int64_t columns, const Inputs& inputs);

}  // namespace ulpgate::quantize
