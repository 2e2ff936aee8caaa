// fp16, bf16 and tf32.
#include "kernels/cuda/mma/kernel.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

using simt::bf16;
using simt::fp16;
using simt::tf32;

std::span<const MmaRow> mma_rows_16bit() {
  static constexpr MmaRow rows[] = {
      mma_row<16, 8, 8, fp16, fp16, float>(75), mma_row<16, 8, 16, fp16, fp16, float>(80),
      mma_row<16, 8, 8, fp16, fp16, fp16>(75),  mma_row<16, 8, 16, fp16, fp16, fp16>(80),
      mma_row<16, 8, 8, bf16, bf16, float>(80), mma_row<16, 8, 16, bf16, bf16, float>(80),
      mma_row<16, 8, 4, tf32, tf32, float>(80), mma_row<16, 8, 8, tf32, tf32, float>(80),
  };
  return rows;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
