// e4m3 and e5m2.
#include "kernels/cuda/mma/kernel.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

using simt::e4m3;
using simt::e5m2;
using simt::fp16;

std::span<const MmaRow> mma_rows_fp8() {
  static constexpr MmaRow rows[] = {
      mma_row<16, 8, 16, e4m3, e4m3, float>(89), mma_row<16, 8, 32, e4m3, e4m3, float>(89),
      mma_row<16, 8, 16, e4m3, e4m3, fp16>(89),  mma_row<16, 8, 32, e4m3, e4m3, fp16>(89),
      mma_row<16, 8, 16, e4m3, e5m2, float>(89), mma_row<16, 8, 32, e4m3, e5m2, float>(89),
      mma_row<16, 8, 16, e4m3, e5m2, fp16>(89),  mma_row<16, 8, 32, e4m3, e5m2, fp16>(89),
      mma_row<16, 8, 16, e5m2, e4m3, float>(89), mma_row<16, 8, 32, e5m2, e4m3, float>(89),
      mma_row<16, 8, 16, e5m2, e4m3, fp16>(89),  mma_row<16, 8, 32, e5m2, e4m3, fp16>(89),
      mma_row<16, 8, 16, e5m2, e5m2, float>(89), mma_row<16, 8, 32, e5m2, e5m2, float>(89),
      mma_row<16, 8, 16, e5m2, e5m2, fp16>(89),  mma_row<16, 8, 32, e5m2, e5m2, fp16>(89),
  };
  return rows;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
