// fp32 without Tensor Cores.
#include "kernels/cuda/gemm/cuda_core_tile.cuh"
#include "kernels/cuda/gemm/kernel.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

std::span<const GemmRow> gemm_rows_fp32() {
  using Format = ElementFormat;
  static constexpr GemmRow rows[] = {
      {{GemmUnit::cuda_core, Format::fp32, Format::fp32, Format::fp32, 75, any_architecture, "fma", 1, 0},
       launch_gemm_kernel<CudaCoreTile>},
  };
  return rows;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
