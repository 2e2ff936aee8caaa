// e4m3 and e5m2 on wgmma, whose fp32 sums keep 14 significant bits: also with sums that move to fp32 every
// 128 k.
#include "kernels/cuda/gemm/kernel.cuh"
#include "kernels/cuda/gemm/warp_group_tile.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

template <class A, class B, int Promotion>
constexpr GemmRow row(ElementFormat a, ElementFormat b) {
  return warp_group_row<WarpGroupTile<A, B, float, Promotion>>(a, b, ElementFormat::fp32, "m64n64k32");
}

}  // namespace

std::span<const GemmRow> gemm_rows_wgmma_fp8() {
  using simt::e4m3;
  using simt::e5m2;
  using Format = ElementFormat;
  static constexpr GemmRow rows[] = {
      row<e4m3, e4m3, 0>(Format::e4m3, Format::e4m3),   row<e5m2, e5m2, 0>(Format::e5m2, Format::e5m2),
      row<e4m3, e5m2, 0>(Format::e4m3, Format::e5m2),   row<e5m2, e4m3, 0>(Format::e5m2, Format::e4m3),
      row<e4m3, e4m3, 128>(Format::e4m3, Format::e4m3), row<e4m3, e5m2, 128>(Format::e4m3, Format::e5m2),
      row<e5m2, e4m3, 128>(Format::e5m2, Format::e4m3),
  };
  return rows;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
