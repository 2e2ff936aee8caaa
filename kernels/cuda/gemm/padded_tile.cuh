#pragma once
// A tile in shared memory as lines with a pad behind each.
#include <ulpgate/simt.h>

#include "kernels/cuda/gemm/arguments.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// Lines run along k or across it.
template <int ElementBytes>
class PaddedTile {
 public:
  static constexpr int element_bytes = ElementBytes;
  static constexpr int k = gemm_block::k_bytes / ElementBytes;

  __device__ PaddedTile(unsigned char* memory, const GemmOperand& operand)
      : memory_(memory), along_k_(operand.k_contiguous) {}

  __device__ bool along_k() const { return along_k_; }
  __device__ unsigned char* line_at(int line, int byte) const {
    return memory_ + line * (along_k_ ? along_k_pitch : across_k_pitch) + byte;
  }
  __device__ unsigned char* at(int row, int k_index) const {
    return along_k_ ? line_at(row, k_index * ElementBytes) : line_at(k_index, row * ElementBytes);
  }

 private:
  static constexpr int along_k_pitch = gemm_block::k_bytes + gemm_block::pad_bytes;
  static constexpr int across_k_pitch = gemm_block::rows * ElementBytes + gemm_block::pad_bytes;
  static_assert(k * across_k_pitch <= gemm_block::operand_bytes);

  unsigned char* memory_;
  bool along_k_;
};

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
