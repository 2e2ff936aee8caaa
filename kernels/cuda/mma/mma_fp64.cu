// fp64.
#include "kernels/cuda/mma/kernel.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

using simt::fp64;

std::span<const MmaRow> mma_rows_fp64() {
  static constexpr MmaRow rows[] = {
      mma_row<8, 8, 4, fp64, fp64, double>(80),
      mma_row<16, 8, 4, fp64, fp64, double>(90),
      mma_row<16, 8, 8, fp64, fp64, double>(90),
      mma_row<16, 8, 16, fp64, fp64, double>(90),
  };
  return rows;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
