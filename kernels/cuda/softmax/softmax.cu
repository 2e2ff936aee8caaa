// From a problem to a launch.
#include "kernels/cuda/rows/grid.h"
#include "kernels/cuda/softmax/kernel.cuh"
#include "kernels/cuda/softmax/softmax.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

template <class X, class Y>
simt::Error launch_warp(const SoftmaxProblem& p, simt::Stream stream) {
  const dim3 grid(blocks_for((p.outer * p.inner + softmax_warps - 1) / softmax_warps)),
      block(32 * softmax_warps);
  if (p.n <= 64) return simt::launch("softmax_warp", softmax_warp<X, Y, 2>, grid, block, 0, stream, p);
  if (p.n <= 256) return simt::launch("softmax_warp", softmax_warp<X, Y, 8>, grid, block, 0, stream, p);
  return simt::launch("softmax_warp", softmax_warp<X, Y, 32>, grid, block, 0, stream, p);
}

template <class X, class Y>
simt::Error launch_unit(const SoftmaxProblem& p, simt::Stream stream) {
  const dim3 grid(blocks_for(p.outer * p.inner)), block(threads_for(p.n));
  switch (p.unit) {
    case SoftmaxUnit::warp:
      return p.n <= softmax_warp_limit ? launch_warp<X, Y>(p, stream) : unsupported_rows;
    case SoftmaxUnit::block:
      return simt::launch("softmax_block", softmax_block<X, Y>, grid, block, 0, stream, p);
    case SoftmaxUnit::online:
      return simt::launch("softmax_online", softmax_online<X, Y>, grid, block, 0, stream, p);
    case SoftmaxUnit::strided: {
      const std::int64_t chunks = (p.inner + strided_lanes - 1) / strided_lanes;
      return simt::launch("softmax_strided", softmax_strided<X, Y>, dim3(blocks_for(p.outer * chunks)),
                          dim3(strided_lanes, strided_parts), 0, stream, p);
    }
  }
  return unsupported_rows;
}

template <class X>
simt::Error launch_from(const SoftmaxProblem& p, simt::Stream stream) {
  if (p.y.format == element_format<X>) return launch_unit<X, X>(p, stream);
  return p.y.format == ElementFormat::fp32 ? launch_unit<X, float>(p, stream) : unsupported_rows;
}

simt::Error launch_to_fp8(const SoftmaxProblem& p, simt::Stream stream) {
  if (p.unit != SoftmaxUnit::block) return unsupported_rows;
  const dim3 grid(blocks_for(p.outer * p.inner)), block(threads_for(p.n));
  if (p.x.format == ElementFormat::fp32)
    return simt::launch("softmax_block", softmax_block<float, Fp8>, grid, block, 0, stream, p);
  if (p.x.format == ElementFormat::bf16)
    return simt::launch("softmax_block", softmax_block<__nv_bfloat16, Fp8>, grid, block, 0, stream, p);
  return unsupported_rows;
}

}  // namespace

int launch_softmax(const SoftmaxProblem& p, void* stream) {
  const auto on = static_cast<simt::Stream>(stream);
  if (const simt::Error error = begin_amax(p, on); error != 0) return error;
  if (p.outer == 0 || p.inner == 0 || p.n == 0) return 0;
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
