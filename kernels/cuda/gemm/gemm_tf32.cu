// tf32, whose low 13 bits the instruction ignores.
#include "kernels/cuda/gemm/kernel.cuh"
#include "kernels/cuda/gemm/tensor_core_tile.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

std::span<const GemmRow> gemm_rows_tf32() {
  using Format = ElementFormat;
  static constexpr GemmRow rows[] = {
      tensor_core_row<TensorCoreTile<simt::tf32, simt::tf32, float, 16, 8>>(
          Format::tf32, Format::tf32, Format::fp32, 80, any_architecture, "m16n8k8"),
  };
  return rows;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
