// e4m3 and e5m2.
#include "kernels/cuda/gemm/kernel.cuh"
#include "kernels/cuda/gemm/tensor_core_tile.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

template <class A, class B, class Accumulator>
constexpr GemmRow row(ElementFormat a, ElementFormat b, ElementFormat accumulator) {
  return tensor_core_row<TensorCoreTile<A, B, Accumulator, 16, 32>>(a, b, accumulator, 89, any_architecture,
                                                                    "m16n8k32");
}

}  // namespace

std::span<const GemmRow> gemm_rows_fp8() {
  using Format = ElementFormat;
  static constexpr GemmRow rows[] = {
      row<simt::e4m3, simt::e4m3, float>(Format::e4m3, Format::e4m3, Format::fp32),
      row<simt::e5m2, simt::e5m2, float>(Format::e5m2, Format::e5m2, Format::fp32),
      row<simt::e4m3, simt::e5m2, float>(Format::e4m3, Format::e5m2, Format::fp32),
      row<simt::e5m2, simt::e4m3, float>(Format::e5m2, Format::e4m3, Format::fp32),
      row<simt::e4m3, simt::e4m3, simt::fp16>(Format::e4m3, Format::e4m3, Format::fp16),
      row<simt::e5m2, simt::e5m2, simt::fp16>(Format::e5m2, Format::e5m2, Format::fp16),
  };
  return rows;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
