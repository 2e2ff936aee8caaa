// int8.
#include "kernels/cuda/gemm/kernel.cuh"
#include "kernels/cuda/gemm/tensor_core_tile.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

std::span<const GemmRow> gemm_rows_int8() {
  using Format = ElementFormat;
  static constexpr GemmRow rows[] = {
      tensor_core_row<TensorCoreTile<simt::int8, simt::int8, int, 16, 32>>(
          Format::int8, Format::int8, Format::int32, 80, any_architecture, "m16n8k32"),
  };
  return rows;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
