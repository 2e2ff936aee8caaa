#pragma once
// Threads, elements and blocks of a tensor.
#include "kernels/cuda/quantize/element.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// Elements of a block that a team looks at together.
inline constexpr std::int64_t part_elements = 4096;
inline constexpr int quantize_threads = 256;
inline constexpr int quantize_warps = 4;

__device__ __forceinline__ std::int64_t first_of_thread() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ __forceinline__ std::int64_t all_threads() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

/// The rows and columns of a block that there are.
struct Extent {
  std::int64_t row, column, rows, columns;
};
__device__ __forceinline__ Extent extent_of(const Blocks& b, std::int64_t index) {
  Extent e{index / b.scale_columns * b.block_rows, index % b.scale_columns * b.block_columns, b.block_rows,
           b.block_columns};
  if (e.row + e.rows > b.rows) e.rows = b.rows - e.row;
  if (e.column + e.columns > b.columns) e.columns = b.columns - e.column;
  return e;
}

/// The block of an element.
__device__ __forceinline__ std::int64_t block_of(const Blocks& b, std::int64_t row, std::int64_t column) {
  return row / b.block_rows * b.scale_columns + column / b.block_columns;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
