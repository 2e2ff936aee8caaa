// From a problem to launches.
#include "kernels/cuda/loss/cross_entropy.h"
#include "kernels/cuda/loss/kernel.cuh"
#include "kernels/cuda/rows/grid.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

template <class X>
simt::Error launch_forward(const CrossEntropyProblem& p, float* losses, simt::Stream stream) {
  if (p.rows > 0) {
    const simt::Error error =
        simt::launch("cross_entropy_rows", cross_entropy_rows<X>, dim3(blocks_for(p.rows)),
                     dim3(threads_for(p.n)), 0, stream, p, losses);
    if (error != 0) return error;
  }
  if (p.reduction == LossReduction::none) return 0;
  return simt::launch("cross_entropy_total", cross_entropy_total, dim3(1), dim3(counting_threads), 0, stream,
                      p, losses);
}

template <class X>
simt::Error launch_backward(const CrossEntropyProblem& p, float* count, simt::Stream stream) {
  if (p.dx.format != element_format<X>) return unsupported_rows;
  if (p.rows == 0 || p.n == 0) return 0;
  if (p.reduction == LossReduction::mean) {
    const simt::Error error = simt::launch("cross_entropy_count", cross_entropy_count, dim3(1),
                                           dim3(counting_threads), 0, stream, p, count);
    if (error != 0) return error;
  }
  return simt::launch("cross_entropy_backward_rows", cross_entropy_backward_rows<X>, dim3(blocks_for(p.rows)),
                      dim3(threads_for(p.n)), 0, stream, p, count);
}

}  // namespace

int launch_cross_entropy(const CrossEntropyProblem& p, void* workspace, std::size_t workspace_bytes,
                         void* stream) {
  if (workspace_bytes < cross_entropy_workspace_bytes(p)) return unsupported_rows;
  auto* const losses = static_cast<float*>(workspace);
  const auto on = static_cast<simt::Stream>(stream);
  switch (p.x.format) {
    case ElementFormat::fp32:
      return launch_forward<float>(p, losses, on);
    case ElementFormat::fp16:
      return launch_forward<__half>(p, losses, on);
    case ElementFormat::bf16:
      return launch_forward<__nv_bfloat16>(p, losses, on);
    default:
      return unsupported_rows;
  }
}

int launch_cross_entropy_backward(const CrossEntropyProblem& p, void* workspace, std::size_t workspace_bytes,
                                  void* stream) {
  if (workspace_bytes < cross_entropy_workspace_bytes(p)) return unsupported_rows;
  auto* const count = static_cast<float*>(workspace);
  const auto on = static_cast<simt::Stream>(stream);
  switch (p.x.format) {
    case ElementFormat::fp32:
      return launch_backward<float>(p, count, on);
    case ElementFormat::fp16:
      return launch_backward<__half>(p, count, on);
    case ElementFormat::bf16:
      return launch_backward<__nv_bfloat16>(p, count, on);
    default:
      return unsupported_rows;
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
