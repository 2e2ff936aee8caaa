#pragma once
// amax and quantize: included by one source alone.
#include "kernels/cuda/quantize/scale.cuh"
#include "kernels/cuda/quantize/walk.cuh"
#include "kernels/cuda/rows/element.cuh"
#include "kernels/cuda/rows/team.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// before, or zeros.
__global__ void quantize_begin(std::uint32_t* amax, const Blocks b, const BlockMemory before) {
  for (std::int64_t i = first_of_thread(); i < b.scale_rows * b.scale_columns; i += all_threads()) {
    const float known =
        before.data == nullptr ? 0 : fabsf(at<float>(before, i / b.scale_columns, i % b.scale_columns));
    // A NaN is no maximum, and its bits would be one.
    amax[i] = __float_as_uint(fmaxf(known, 0));
  }
}

/// A thread block a part of a block; parts of one block merge by their bits, which are ordered as magnitudes
/// are.
template <class X>
__global__ void quantize_amax(const BlockMemory x, const Blocks b, std::int64_t parts, std::uint32_t* amax) {
  for (std::int64_t share = blockIdx.x; share < b.scale_rows * b.scale_columns * parts; share += gridDim.x) {
    const std::int64_t block = share / parts, part = share % parts;
    const Extent e = extent_of(b, block);
    const std::int64_t all = e.rows * e.columns;
    const std::int64_t end = (part + 1) * part_elements < all ? (part + 1) * part_elements : all;
    float most = 0;
    for (std::int64_t i = part * part_elements + threadIdx.x; i < end; i += blockDim.x) {
      const float v = to_float(at<X>(x, e.row + i / e.columns, e.column + i % e.columns));
      most = fmaxf(most, fabsf(v));
    }
    most = largest_of<BlockTeam>(most);
    if (threadIdx.x == 0) atomicMax(&amax[block], __float_as_uint(most));
  }
}

__global__ void quantize_store_amax(const std::uint32_t* amax, const Blocks b, const BlockMemory to) {
  for (std::int64_t i = first_of_thread(); i < b.scale_rows * b.scale_columns; i += all_threads())
    at<float>(to, i / b.scale_columns, i % b.scale_columns) = __uint_as_float(amax[i]);
}

/// Padded extents.
__device__ __forceinline__ std::int64_t places_along(ScalePlaces places, std::int64_t extent,
                                                     std::int64_t multiple) {
  return places == ScalePlaces::plain ? extent : (extent + multiple - 1) / multiple * multiple;
}

/// A thread a place: zero where padding is.
__global__ void quantize_scales(const QuantizeProblem p, const std::uint32_t* amax, float* factors) {
  const std::int64_t columns = places_along(p.places, p.blocks.scale_columns, 4);
  const std::int64_t rows = places_along(p.places, p.blocks.scale_rows, 128);
  for (std::int64_t i = first_of_thread(); i < rows * columns; i += all_threads()) {
    const std::int64_t row = i / columns, column = i % columns;
    if (row >= p.blocks.scale_rows || column >= p.blocks.scale_columns) {
      store_scale(p, row, column, 0);
      continue;
    }
    const std::int64_t block = row * p.blocks.scale_columns + column;
    const BlockScale s = block_scale(p, __uint_as_float(amax[block]));
    factors[block] = s.factor;
    store_scale(p, row, column, s.stored);
  }
}

/// The one element from x and the factor.
__device__ __forceinline__ void quantize_element(const QuantizeProblem& p, float x, float factor,
                                                 std::int64_t row, std::int64_t column) {
  const float t = p.divides ? __fdiv_rn(x, factor) : __fmul_rn(x, factor);
  const std::uint8_t code = p.stochastic
                                ? cast_stochastic(p.element, t, at<std::uint32_t>(p.random, row, column))
                                : cast(p.element, t);
  at<std::uint8_t>(p.q, row, column) = code;
}

template <class X>
__global__ void quantize_elements(const QuantizeProblem p, const float* factors) {
  const Blocks& b = p.blocks;
  for (std::int64_t i = first_of_thread(); i < b.rows * b.columns; i += all_threads()) {
    const std::int64_t row = i / b.columns, column = i % b.columns, block = block_of(b, row, column);
    const float factor = p.use == ScaleUse::given
                             ? at<float>(p.scale, block / b.scale_columns, block % b.scale_columns)
                             : factors[block];
    quantize_element(p, to_float(at<X>(p.x, row, column)), factor, row, column);
  }
}

/// A warp a block of one row, read once.
template <class X>
__global__ void __launch_bounds__(32 * quantize_warps) quantize_warp(const QuantizeProblem p) {
  const Blocks& b = p.blocks;
  const std::int64_t all = b.scale_rows * b.scale_columns,
                     step = static_cast<std::int64_t>(gridDim.x) * quantize_warps;
  for (std::int64_t block = static_cast<std::int64_t>(blockIdx.x) * quantize_warps + threadIdx.x / 32;
       block < all; block += step) {
    const Extent e = extent_of(b, block);
    const int lane = WarpTeam::index();
    const bool has = lane < e.columns;
    const float x = has ? to_float(at<X>(p.x, e.row, e.column + lane)) : 0;
    const BlockScale s = block_scale(p, largest_of<WarpTeam>(fabsf(x)));
    if (lane == 0) store_scale(p, block / b.scale_columns, block % b.scale_columns, s.stored);
    if (has) quantize_element(p, x, s.factor, e.row, e.column + lane);
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
