// fp16, bf16 and tf32 on wgmma.
#include "kernels/cuda/gemm/kernel.cuh"
#include "kernels/cuda/gemm/warp_group_tile.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

std::span<const GemmRow> gemm_rows_wgmma() {
  using Format = ElementFormat;
  static constexpr GemmRow rows[] = {
      warp_group_row<WarpGroupTile<simt::fp16, simt::fp16, float, 0>>(Format::fp16, Format::fp16,
                                                                      Format::fp32, "m64n64k16"),
      warp_group_row<WarpGroupTile<simt::fp16, simt::fp16, simt::fp16, 0>>(Format::fp16, Format::fp16,
                                                                           Format::fp16, "m64n64k16"),
      warp_group_row<WarpGroupTile<simt::bf16, simt::bf16, float, 0>>(Format::bf16, Format::bf16,
                                                                      Format::fp32, "m64n64k16"),
      warp_group_row<WarpGroupTile<simt::tf32, simt::tf32, float, 0>>(Format::tf32, Format::tf32,
                                                                      Format::fp32, "m64n64k8"),
  };
  return rows;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
