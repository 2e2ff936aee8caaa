// fp16 and bf16.
#include "kernels/cuda/gemm/kernel.cuh"
#include "kernels/cuda/gemm/tensor_core_tile.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

std::span<const GemmRow> gemm_rows_16bit() {
  using Format = ElementFormat;
  using simt::bf16;
  using simt::fp16;
  static constexpr GemmRow rows[] = {
      tensor_core_row<TensorCoreTile<fp16, fp16, float, 16, 16>>(Format::fp16, Format::fp16, Format::fp32, 80,
                                                                 any_architecture, "m16n8k16"),
      tensor_core_row<TensorCoreTile<fp16, fp16, fp16, 16, 16>>(Format::fp16, Format::fp16, Format::fp16, 80,
                                                                any_architecture, "m16n8k16"),
      tensor_core_row<TensorCoreTile<bf16, bf16, float, 16, 16>>(Format::bf16, Format::bf16, Format::fp32, 80,
                                                                 any_architecture, "m16n8k16"),
  };
  return rows;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
