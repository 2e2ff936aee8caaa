// From a problem to launches.
#include "kernels/cuda/attention/attention.h"
#include "kernels/cuda/attention/kernel.cuh"
#include "kernels/cuda/rows/grid.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

template <class X, class V>
simt::Error launch(const AttentionProblem& p, float* workspace, simt::Stream stream) {
  const std::int64_t shares = p.rows * AttentionShare::chunks_of(p);
  const dim3 block(attention_tile);
  if (p.parts <= 1)
    return simt::launch("attention_online", attention_online<X, V>, dim3(blocks_for(shares)), block, 0,
                        stream, p);
  const simt::Error error = simt::launch("attention_parts", attention_parts<X, V>,
                                         dim3(blocks_for(shares * p.parts)), block, 0, stream, p, workspace);
  if (error != simt::Error{}) return error;
  return simt::launch("attention_combine", attention_combine<V>, dim3(blocks_for(shares)), block, 0, stream,
                      p, workspace);
}

template <class V>
simt::Error launch_from(const AttentionProblem& p, float* workspace, simt::Stream stream) {
  if (p.x.format == ElementFormat::fp32) return launch<float, V>(p, workspace, stream);
  return p.x.format == p.v.format ? launch<V, V>(p, workspace, stream) : unsupported_rows;
}

}  // namespace

int launch_attention(const AttentionProblem& p, void* workspace, void* stream) {
  if (p.o.format != p.v.format || p.lse.format != ElementFormat::fp32) return unsupported_rows;
  if (p.rows == 0) return 0;
  const auto on = static_cast<simt::Stream>(stream);
  const auto parts = static_cast<float*>(workspace);
  switch (p.v.format) {
    case ElementFormat::fp32:
      return launch_from<float>(p, parts, on);
    case ElementFormat::fp16:
      return launch_from<__half>(p, parts, on);
    case ElementFormat::bf16:
      return launch_from<__nv_bfloat16>(p, parts, on);
    default:
      return unsupported_rows;
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
