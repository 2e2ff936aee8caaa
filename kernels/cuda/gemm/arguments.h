#pragma once
// What kernels of matrix products are launched with.
#include <cstdint>

#include "kernels/cuda/gemm/problem.h"

namespace ulpgate::cuda {

/// The sizes of a block's work, the same for all kernels.
namespace gemm_block {
inline constexpr int rows = 64;       ///< of D
inline constexpr int columns = 64;    ///< of D
inline constexpr int k_bytes = 64;    ///< of a line along k, at a time
inline constexpr int warp_rows = 32;  ///< of D, one warp's; a block has up to four warps
inline constexpr int warp_columns = 32;
inline constexpr int stages = 3;  ///< of the copies' pipeline
inline constexpr int pad_bytes =
    16;  ///< behind each line in shared memory, so that its neighbours are in other banks
/// An operand's tile in one stage, whichever of its directions the lines run along.
inline constexpr int operand_bytes = rows * (k_bytes + pad_bytes);
inline constexpr int shared_bytes = stages * 2 * operand_bytes;
}  // namespace gemm_block

/// A, or B transposed: lines along k or across them.
struct GemmOperand {
  const unsigned char* data = nullptr;
  std::int64_t batch_stride = 0, row_stride = 0, k_stride = 0;  ///< in elements
  std::int64_t rows = 0;
  bool k_contiguous = true;  ///< lines of the tile in shared memory run along k
  int copy_bytes = 0;        ///< 16, 8, 4: lines are contiguous and so aligned; 0: element by element
};

struct GemmArguments {
  GemmProblem problem;
  GemmOperand a, b;
  bool sums = true;  ///< whether A and B count
  /// What the warps of a block cover: 32 where D has no more, else 64.
  int block_rows = gemm_block::rows;
  int block_columns = gemm_block::columns;
  int parts = 1;
  std::int64_t part_k = 0;
  void* partials = nullptr;  ///< parts x batch x m x n, in the sum's format or D's
};

}  // namespace ulpgate::cuda
