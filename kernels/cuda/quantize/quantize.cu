// From a problem to launches: amax and quantize.
#include "kernels/cuda/quantize/kernel.cuh"
#include "kernels/cuda/rows/grid.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

dim3 threads_over(std::int64_t count) {
  return dim3(blocks_for((count + quantize_threads - 1) / quantize_threads));
}

/// amax of every block in the workspace's first half.
template <class X>
simt::Error find_amax(const BlockMemory& x, const BlockMemory& before, const Blocks& b, bool nan_wins,
                      std::uint32_t* amax, simt::Stream stream) {
  const std::int64_t blocks = b.scale_rows * b.scale_columns;
  simt::Error error = simt::launch("quantize_begin", quantize_begin, threads_over(blocks),
                                   dim3(quantize_threads), 0, stream, amax, b, before, nan_wins);
  const std::int64_t most = b.block_rows * b.block_columns;
  const std::int64_t parts = (most + part_elements - 1) / part_elements;
  if (error != 0 || b.rows == 0 || b.columns == 0) return error;
  return simt::launch("quantize_amax", quantize_amax<X>, dim3(blocks_for(blocks * parts)),
                      dim3(most <= 1024 ? 64 : quantize_threads), 0, stream, x, b, parts, amax, nan_wins);
}

template <class X>
simt::Error launch(const AmaxProblem& p, std::uint32_t* amax, simt::Stream stream) {
  const std::int64_t blocks = p.blocks.scale_rows * p.blocks.scale_columns;
  if (blocks == 0) return 0;
  const simt::Error error = find_amax<X>(p.x, p.before, p.blocks, p.nan_wins, amax, stream);
  if (error != 0) return error;
  return simt::launch("quantize_store_amax", quantize_store_amax, threads_over(blocks),
                      dim3(quantize_threads), 0, stream, amax, p.blocks, p.amax);
}

template <class X>
simt::Error launch(const QuantizeProblem& p, std::uint32_t* amax, simt::Stream stream) {
  const Blocks& b = p.blocks;
  const std::int64_t blocks = b.scale_rows * b.scale_columns;
  if (p.warps) {
    if (blocks == 0) return 0;
    return simt::launch("quantize_warp", quantize_warp<X>,
                        dim3(blocks_for((blocks + quantize_warps - 1) / quantize_warps)),
                        dim3(32 * quantize_warps), 0, stream, p);
  }
  auto* const factors = reinterpret_cast<float*>(amax + blocks);
  simt::Error error = 0;
  if (p.use != ScaleUse::given && blocks > 0) {
    error = find_amax<X>(p.x, {}, b, p.nan_wins, amax, stream);
    if (error != 0) return error;
    error = simt::launch("quantize_scales", quantize_scales, threads_over(blocks), dim3(quantize_threads), 0,
                         stream, p, amax, factors);
  }
  if (error != 0 || b.rows == 0 || b.columns == 0) return error;
  return simt::launch("quantize_elements", quantize_elements<X>, threads_over(b.rows * b.columns),
                      dim3(quantize_threads), 0, stream, p, factors);
}

template <class Problem>
int launch_any(const Problem& p, void* workspace, void* stream) {
  auto* const amax = static_cast<std::uint32_t*>(workspace);
  const auto on = static_cast<simt::Stream>(stream);
  switch (p.format) {
    case ElementFormat::fp16:
      return launch<__half>(p, amax, on);
    case ElementFormat::bf16:
      return launch<__nv_bfloat16>(p, amax, on);
    default:
      return launch<float>(p, amax, on);
  }
}

}  // namespace

int launch_amax(const AmaxProblem& p, void* workspace, void* stream) {
  return launch_any(p, workspace, stream);
}
int launch_quantize(const QuantizeProblem& p, void* workspace, void* stream) {
  return launch_any(p, workspace, stream);
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
