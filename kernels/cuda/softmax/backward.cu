// The backward passes of softmax and log_softmax.
#include "kernels/cuda/rows/element.cuh"
#include "kernels/cuda/rows/grid.h"
#include "kernels/cuda/rows/team.cuh"
#include "kernels/cuda/softmax/softmax.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

template <class X>
__global__ void softmax_backward(const SoftmaxBackwardProblem p) {
  for (std::int64_t row = blockIdx.x; row < p.outer * p.inner; row += gridDim.x) {
    const std::int64_t outer = row / p.inner, inner = row % p.inner;
    const X *const y = row_of<const X>(p.y, outer, inner), *const dy = row_of<const X>(p.dy, outer, inner);
    X* const dx = row_of<X>(p.dx, outer, inner);
    float sum = 0;
    for (std::int64_t i = BlockTeam::index(); i < p.n; i += BlockTeam::size()) {
      const float g = to_float(dy[i * p.dy.stride]);
      sum = __fadd_rn(sum, p.log ? g : __fmul_rn(to_float(y[i * p.y.stride]), g));
    }
    sum = sum_of<BlockTeam>(sum);
    for (std::int64_t i = BlockTeam::index(); i < p.n; i += BlockTeam::size()) {
      const float v = to_float(y[i * p.y.stride]), g = to_float(dy[i * p.dy.stride]);
      const float d = p.log ? __fsub_rn(g, __fmul_rn(expf(v), sum)) : __fmul_rn(v, __fsub_rn(g, sum));
      set(dx[i * p.dx.stride], __fmul_rn(d, p.scale));
    }
  }
}

template <class X>
simt::Error launch(const SoftmaxBackwardProblem& p, simt::Stream stream) {
  return simt::launch("softmax_backward", softmax_backward<X>, dim3(blocks_for(p.outer * p.inner)),
                      dim3(threads_for(p.n)), 0, stream, p);
}

}  // namespace

int launch_softmax_backward(const SoftmaxBackwardProblem& p, void* stream) {
  if (p.dy.format != p.y.format || p.dx.format != p.y.format) return unsupported_rows;
  if (p.outer == 0 || p.inner == 0 || p.n == 0) return 0;
  const auto on = static_cast<simt::Stream>(stream);
  switch (p.y.format) {
    case ElementFormat::fp32:
      return launch<float>(p, on);
    case ElementFormat::fp16:
      return launch<__half>(p, on);
    case ElementFormat::bf16:
      return launch<__nv_bfloat16>(p, on);
    default:
      return unsupported_rows;
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
