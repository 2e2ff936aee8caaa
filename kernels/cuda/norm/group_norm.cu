// From a problem to a launch.
#include "kernels/cuda/norm/group_norm.cuh"
#include "kernels/cuda/rows/grid.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

template <class X>
simt::Error launch(const GroupNormProblem& p, std::int64_t length, simt::Stream stream) {
  const dim3 grid(blocks_for(p.batch * p.groups)), block(threads_for(length));
  return simt::launch("group_norm_block", group_norm_block<X>, grid, block, 0, stream, p);
}

}  // namespace

int launch_group_norm(const GroupNormProblem& p, void* stream) {
  const std::int64_t length = p.channels / p.groups * p.spatial;
  if (length > norm_limit || p.x.format != p.y.format) return unsupported_rows;
  if (p.batch == 0) return 0;
  const auto on = static_cast<simt::Stream>(stream);
  switch (p.x.format) {
    case ElementFormat::fp32:
      return launch<float>(p, length, on);
    case ElementFormat::fp16:
      return launch<__half>(p, length, on);
    case ElementFormat::bf16:
      return launch<__nv_bfloat16>(p, length, on);
    default:
      return unsupported_rows;
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
