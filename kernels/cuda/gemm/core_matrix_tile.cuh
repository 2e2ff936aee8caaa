#pragma once
// A tile in shared memory as wgmma takes it.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/gemm/arguments.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// Blocks of 8 rows of 16 bytes, K contiguous in them; blocks lie side by side along k.
template <int ElementBytes>
class CoreMatrixTile {
 public:
  static constexpr int element_bytes = ElementBytes;
  static constexpr int k = gemm_block::k_bytes / ElementBytes;

  __device__ CoreMatrixTile(unsigned char* memory, const GemmOperand& /*operand*/) : memory_(memory) {}

  __device__ static constexpr bool along_k() { return true; }
  /// `byte` is along k.
  __device__ unsigned char* line_at(int row, int byte) const {
    return memory_ + row / 8 * row_block_bytes + byte / 16 * block_bytes + row % 8 * 16 + byte % 16;
  }
  /// Of the instruction that begins at `k_index`.
  __device__ std::uint64_t descriptor(int k_index) const {
    return simt::wgmma_descriptor(line_at(0, k_index * ElementBytes), block_bytes, row_block_bytes);
  }

 private:
  static constexpr int block_bytes = 8 * 16;
  static constexpr int row_block_bytes = gemm_block::k_bytes / 16 * block_bytes;
  static_assert(gemm_block::rows / 8 * row_block_bytes <= gemm_block::operand_bytes);

  unsigned char* memory_;
};

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
