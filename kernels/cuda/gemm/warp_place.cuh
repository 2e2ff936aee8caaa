#pragma once
// Where a warp's 32 x 32 elements lie in a block's part of D.
#include <ulpgate/simt.h>

#include "kernels/cuda/gemm/arguments.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// Warps lie row by row; there are as many as a block needs to cover its part.
struct WarpPlace {
  int row, column;    ///< the first, in the block's part
  int rows, columns;  ///< from there on, inside D; may be 0 or less

  static constexpr int threads(int block_rows, int block_columns) {
    return 32 * (block_rows / gemm_block::warp_rows) * (block_columns / gemm_block::warp_columns);
  }

  /// `rows` and `columns` of the block's part are inside D.
  __device__ static WarpPlace of_this_thread(const GemmArguments& g, int rows, int columns) {
    const int warp = static_cast<int>(threadIdx.x) / 32,
              row_warps = g.block_columns / gemm_block::warp_columns;
    const int row = warp / row_warps * gemm_block::warp_rows;
    const int column = warp % row_warps * gemm_block::warp_columns;
    return {row, column, rows - row, columns - column};
  }
  __device__ bool is_outside() const { return rows <= 0 || columns <= 0; }
};

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
