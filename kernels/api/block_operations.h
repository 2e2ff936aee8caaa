#pragma once
// The operations of quantization, which work on tensors in blocks, and their tensors in the order of
// ulpgate/plugin.h.
#include <span>
#include <string_view>
#include <vector>

namespace ulpgate {

/// The extents of a tensor.
enum class BlockExtents {
  elements,           ///< {rows, n}
  transposed,         ///< {n, rows}
  blocks,             ///< {r, c}: one for each block of the elements
  blocks_transposed,  ///< one for each block of the transposed elements
  tensors,            ///< {n}: one for each tensor of a history {length, n}
  one,                ///< {1}
};

struct BlockTensor {
  std::string_view name;
  BlockExtents extents;
  bool output = false;
  bool optional = false;  ///< there where the offer names its format
};

struct BlockOperation {
  std::string_view name;
  std::vector<BlockTensor> tensors;
};

std::span<const BlockOperation> block_operations();

/// nullptr where none has that name.
const BlockOperation* find_block_operation(std::string_view name);

}  // namespace ulpgate
