// Before sm_80: shorter instructions.
#include "kernels/cuda/gemm/kernel.cuh"
#include "kernels/cuda/gemm/tensor_core_tile.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

std::span<const GemmRow> gemm_rows_turing() {
  using Format = ElementFormat;
  using simt::fp16;
  using simt::int8;
  static constexpr GemmRow rows[] = {
      tensor_core_row<TensorCoreTile<fp16, fp16, float, 16, 8>>(Format::fp16, Format::fp16, Format::fp32, 75,
                                                                79, "m16n8k8"),
      tensor_core_row<TensorCoreTile<fp16, fp16, fp16, 16, 8>>(Format::fp16, Format::fp16, Format::fp16, 75,
                                                               79, "m16n8k8"),
      tensor_core_row<TensorCoreTile<int8, int8, int, 8, 16>>(Format::int8, Format::int8, Format::int32, 75,
                                                              79, "m8n8k16"),
  };
  return rows;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
