#pragma once
// An operand of wgmma in shared memory.
#include <cstdint>
#include <ulpgate/simt.h>

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// KBytes along k of each row of A or column of B, in blocks of 8 rows of 16 bytes that lie side by side
/// along k. Its memory is aligned to 16 bytes.
template <int KBytes>
class CoreMatrixTile {
 public:
  __host__ __device__ static constexpr int bytes(int rows) { return rows / 8 * row_block_bytes; }

  __device__ explicit CoreMatrixTile(unsigned char* memory) : memory_(memory) {}

  /// `byte` is along k.
  __device__ unsigned char* line_at(int row, int byte) const {
    return memory_ + row / 8 * row_block_bytes + byte / 16 * block_bytes + row % 8 * 16 + byte % 16;
  }
  /// Of the instruction whose k begin at `byte`.
  __device__ std::uint64_t descriptor(int byte) const {
    return simt::wgmma_descriptor(line_at(0, byte), block_bytes, row_block_bytes);
  }

 private:
  static constexpr int block_bytes = 8 * 16;
  static constexpr int row_block_bytes = KBytes / 16 * block_bytes;

  unsigned char* memory_;
};

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
