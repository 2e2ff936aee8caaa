// From problems about gradients to launches.
#include "kernels/cuda/optimizer/norm.cuh"
#include "kernels/cuda/optimizer/unscale.cuh"
#include "kernels/cuda/rows/grid.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

unsigned chunk_blocks(std::int64_t rows, std::int64_t n) { return blocks_for(Chunks{rows, n}.count()); }

template <class X>
simt::Error unscale_from(const UnscaleProblem& p, simt::Stream stream) {
  return simt::launch("unscale_chunks", unscale_chunks<X>, dim3(chunk_blocks(p.rows, p.n)),
                      dim3(chunk_threads), 0, stream, p);
}

template <class X>
simt::Error norm_from(const GradientNormProblem& p, float* parts, int count, simt::Stream stream) {
  return simt::launch("norm_of_parts", norm_of_parts<X>, dim3(static_cast<unsigned>(count)),
                      dim3(chunk_threads), 0, stream, p, parts);
}

template <class X>
simt::Error clip_from(const ClipProblem& p, simt::Stream stream) {
  return simt::launch("clip_chunks", clip_chunks<X>, dim3(chunk_blocks(p.norm.rows, p.norm.n)),
                      dim3(chunk_threads), 0, stream, p);
}

}  // namespace

int launch_unscale(const UnscaleProblem& p, void* stream) {
  if (p.x.format != p.y.format) return unsupported_rows;
  const auto on = static_cast<simt::Stream>(stream);
  if (const auto error = simt::launch("unscale_begin", unscale_begin, dim3(1), dim3(1), 0, on, p); error != 0)
    return error;
  if (p.rows == 0 || p.n == 0) return 0;
  switch (p.x.format) {
    case ElementFormat::fp32:
      return unscale_from<float>(p, on);
    case ElementFormat::fp16:
      return unscale_from<__half>(p, on);
    case ElementFormat::bf16:
      return unscale_from<__nv_bfloat16>(p, on);
    default:
      return unsupported_rows;
  }
}

int launch_scale_update(const ScaleUpdateProblem& p, void* stream) {
  if (p.n == 0) return 0;
  return simt::launch("scale_update", scale_update, dim3(blocks_for(p.n)), dim3(32), 0,
                      static_cast<simt::Stream>(stream), p);
}

int launch_gradient_norm(const GradientNormProblem& p, void* workspace, void* stream) {
  const auto on = static_cast<simt::Stream>(stream);
  auto* const parts = static_cast<float*>(workspace);
  const unsigned blocks = chunk_blocks(p.rows, p.n);
  const int count = blocks < norm_parts ? static_cast<int>(blocks) : norm_parts;
  int error = 0;
  if (count > 0) {
    switch (p.x.format) {
      case ElementFormat::fp32:
        error = norm_from<float>(p, parts, count, on);
        break;
      case ElementFormat::fp16:
        error = norm_from<__half>(p, parts, count, on);
        break;
      case ElementFormat::bf16:
        error = norm_from<__nv_bfloat16>(p, parts, count, on);
        break;
      default:
        return unsupported_rows;
    }
  }
  if (error != 0) return error;
  return simt::launch("norm_of_all", norm_of_all, dim3(1), dim3(norm_parts), 0, on, p, parts, count);
}

int launch_clip(const ClipProblem& p, void* workspace, void* stream) {
  if (p.norm.x.format != p.y.format) return unsupported_rows;
  if (const int error = launch_gradient_norm(p.norm, workspace, stream); error != 0) return error;
  if (p.norm.rows == 0 || p.norm.n == 0) return 0;
  const auto on = static_cast<simt::Stream>(stream);
  switch (p.y.format) {
    case ElementFormat::fp16:
      return clip_from<__half>(p, on);
    case ElementFormat::bf16:
      return clip_from<__nv_bfloat16>(p, on);
    default:
      return clip_from<float>(p, on);
  }
}

int launch_accumulate(const AccumulateProblem& p, void* stream) {
  if (p.n == 0) return 0;
  return simt::launch("accumulate_columns", accumulate_columns, dim3(chunk_blocks(1, p.n)),
                      dim3(chunk_threads), 0, static_cast<simt::Stream>(stream), p);
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
