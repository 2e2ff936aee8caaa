// Integers of 8 bits, summed modulo 2^32.
#include "kernels/cuda/mma/kernel.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

using simt::int8;
using simt::uint8;

std::span<const MmaRow> mma_rows_int8() {
  static constexpr MmaRow rows[] = {
      mma_row<8, 8, 16, int8, int8, int>(75),    mma_row<16, 8, 16, int8, int8, int>(80),
      mma_row<16, 8, 32, int8, int8, int>(80),   mma_row<8, 8, 16, int8, uint8, int>(75),
      mma_row<16, 8, 16, int8, uint8, int>(80),  mma_row<16, 8, 32, int8, uint8, int>(80),
      mma_row<8, 8, 16, uint8, int8, int>(75),   mma_row<16, 8, 16, uint8, int8, int>(80),
      mma_row<16, 8, 32, uint8, int8, int>(80),  mma_row<8, 8, 16, uint8, uint8, int>(75),
      mma_row<16, 8, 16, uint8, uint8, int>(80), mma_row<16, 8, 32, uint8, uint8, int>(80),
  };
  return rows;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
