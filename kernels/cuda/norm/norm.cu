// From a problem to a launch.
#include "kernels/cuda/norm/kernel.cuh"
#include "kernels/cuda/norm/norm.h"
#include "kernels/cuda/rows/grid.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

template <class X, class Y>
simt::Error launch_warp(const NormProblem& p, simt::Stream stream) {
  const dim3 grid(blocks_for((p.rows + norm_warps - 1) / norm_warps)), block(32 * norm_warps);
  if (p.n <= 64) return simt::launch("norm_warp", norm_warp<X, Y, 2>, grid, block, 0, stream, p);
  if (p.n <= 256) return simt::launch("norm_warp", norm_warp<X, Y, 8>, grid, block, 0, stream, p);
  return simt::launch("norm_warp", norm_warp<X, Y, 32>, grid, block, 0, stream, p);
}

template <class X, class Y>
simt::Error launch_unit(const NormProblem& p, simt::Stream stream) {
  if (p.unit == NormUnit::warp)
    return p.n <= norm_warp_limit ? launch_warp<X, Y>(p, stream) : unsupported_rows;
  return simt::launch("norm_block", norm_block<X, Y>, dim3(blocks_for(p.rows)), dim3(threads_for(p.n)), 0,
                      stream, p);
}

template <class X>
simt::Error launch_from(const NormProblem& p, simt::Stream stream) {
  if (p.y.format == element_format<X>) return launch_unit<X, X>(p, stream);
  return p.y.format == ElementFormat::fp32 ? launch_unit<X, float>(p, stream) : unsupported_rows;
}

simt::Error launch_to_fp8(const NormProblem& p, simt::Stream stream) {
  if (p.unit == NormUnit::warp) return unsupported_rows;
  const dim3 grid(blocks_for(p.rows)), block(threads_for(p.n));
  if (p.x.format == ElementFormat::fp32)
    return simt::launch("norm_block", norm_block<float, Fp8>, grid, block, 0, stream, p);
  if (p.x.format == ElementFormat::bf16)
    return simt::launch("norm_block", norm_block<__nv_bfloat16, Fp8>, grid, block, 0, stream, p);
  return unsupported_rows;
}

}  // namespace

int launch_norm(const NormProblem& p, void* stream) {
  if (p.n > norm_limit || (p.rms && p.unit == NormUnit::welford)) return unsupported_rows;
  const auto on = static_cast<simt::Stream>(stream);
  if (const simt::Error error = begin_amax(p, on); error != 0) return error;
  if (p.rows == 0) return 0;
  if (is_fp8(p.y.format)) return launch_to_fp8(p, on);
  switch (p.x.format) {
    case ElementFormat::fp32:
      return launch_from<float>(p, on);
    case ElementFormat::fp16:
      return launch_from<__half>(p, on);
    case ElementFormat::bf16:
      return launch_from<__nv_bfloat16>(p, on);
    default:
      return unsupported_rows;
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
