// Launches of updates of delayed scales, and of the Hadamard transform.
#include "kernels/cuda/quantize/hadamard.cuh"
#include "kernels/cuda/quantize/history.cuh"
#include "kernels/cuda/rows/grid.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

int launch_history(const HistoryProblem& p, void* stream) {
  if (p.tensors == 0) return 0;
  constexpr int threads = 64;
  return simt::launch("update_history", update_history, dim3(blocks_for((p.tensors + threads - 1) / threads)),
                      dim3(threads), 0, static_cast<simt::Stream>(stream), p);
}

int launch_hadamard(const HadamardProblem& p, void* stream) {
  const std::int64_t count = p.rows * p.columns;
  if (count == 0) return 0;
  const dim3 grid(blocks_for((count + quantize_threads - 1) / quantize_threads)), block(quantize_threads);
  const auto on = static_cast<simt::Stream>(stream);
  switch (p.format) {
    case ElementFormat::fp16:
      return simt::launch("hadamard_groups", hadamard_groups<__half>, grid, block, 0, on, p);
    case ElementFormat::bf16:
      return simt::launch("hadamard_groups", hadamard_groups<__nv_bfloat16>, grid, block, 0, on, p);
    default:
      return simt::launch("hadamard_groups", hadamard_groups<float>, grid, block, 0, on, p);
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
