// dequantize: a thread an element.
#include "kernels/cuda/quantize/scale.cuh"
#include "kernels/cuda/quantize/walk.cuh"
#include "kernels/cuda/rows/element.cuh"
#include "kernels/cuda/rows/grid.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

__device__ __forceinline__ float scale_value(const DequantizeProblem& p, std::int64_t row,
                                             std::int64_t column) {
  const ScalePlace from = place_of(p.places, p.blocks.scale_columns, row, column);
  if (p.use == ScaleUse::given) return at<float>(p.scales, from.row, from.column);
  const std::uint32_t byte = at<std::uint8_t>(p.scales, from.row, from.column);
  if (p.use == ScaleUse::nvfp4) return value_of(e4m3_record(), static_cast<std::uint8_t>(byte));
  if (byte == 255) return __uint_as_float(0x7FC00000U);
  return __uint_as_float(byte == 0 ? 0x00400000U : byte << 23);
}

__device__ __forceinline__ std::uint8_t code_at(const DequantizeProblem& p, std::int64_t row,
                                                std::int64_t column) {
  if (!p.packed) return at<std::uint8_t>(p.q, row, column);
  return at<std::uint8_t>(p.q, row, column / 2) >> (column % 2 * 4) & 0xF;
}

template <class Y>
__global__ void dequantize_elements(const DequantizeProblem p) {
  const Blocks& b = p.blocks;
  for (std::int64_t i = first_of_thread(); i < b.rows * b.columns; i += all_threads()) {
    const std::int64_t row = i / b.columns, column = i % b.columns, block = block_of(b, row, column);
    const float s = scale_value(p, block / b.scale_columns, block % b.scale_columns);
    const float q = value_of(p.element, code_at(p, row, column));
    float y = 0;
    if (p.use != ScaleUse::nvfp4) {
      y = __fmul_rn(q, s);
    } else if (p.two_steps) {
      y = __fmul_rn(__fmul_rn(q, s), __fdiv_rn(1, tensor_scale(*p.global)));
    } else {
      y = __fmul_rn(q, __fmul_rn(__fmul_rn(s, *p.global), __fdiv_rn(1, 2688)));
    }
    set(at<Y>(p.y, row, column), y);
  }
}

}  // namespace

int launch_dequantize(const DequantizeProblem& p, void* stream) {
  const std::int64_t count = p.blocks.rows * p.blocks.columns;
  if (count == 0) return 0;
  const dim3 grid(blocks_for((count + quantize_threads - 1) / quantize_threads)), block(quantize_threads);
  const auto on = static_cast<simt::Stream>(stream);
  switch (p.format) {
    case ElementFormat::fp16:
      return simt::launch("dequantize_elements", dequantize_elements<__half>, grid, block, 0, on, p);
    case ElementFormat::bf16:
      return simt::launch("dequantize_elements", dequantize_elements<__nv_bfloat16>, grid, block, 0, on, p);
    default:
      return simt::launch("dequantize_elements", dequantize_elements<float>, grid, block, 0, on, p);
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
