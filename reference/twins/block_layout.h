#pragma once
// The second, slow reading of where things lie: scales in memory by nested loops, in place of an index
// computed; copies of blocks, also transposed, by looking for the members of each element's block.
#include <cstdint>
#include <vector>

#include "reference/oracles/quantize/scale_layout.h"
#include "reference/twins/quantize.h"

namespace ulpgate {

/// What lies at each place of memory, in order: the scale, counted row by row; -1 where padding is.
std::vector<std::int64_t> twin_stored_scales(quantize::ScaleLayout layout, std::int64_t rows,
                                             std::int64_t columns);

struct TwinCopy {
  std::vector<TwinBlockScale> scales;  ///< by element: that of its block
  std::vector<Expected> elements;
};

/// Of x {rows, columns}, fp32 codes row by row. The transposed copy has element (row, column) at (column,
/// row), and blocks as the recipe says along those.
TwinCopy twin_copy(const quantize::Recipe& recipe, const std::vector<std::uint32_t>& x, std::int64_t rows,
                   std::int64_t columns, bool transposed, std::uint32_t global);

}  // namespace ulpgate
