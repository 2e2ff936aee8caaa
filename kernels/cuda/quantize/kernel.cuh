#pragma once
// amax and quantize: included by one source alone.
#include "kernels/cuda/quantize/scale.cuh"
#include "kernels/cuda/quantize/walk.cuh"
#include "kernels/cuda/rows/element.cuh"
#include "kernels/cuda/rows/team.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// The larger magnitude of two; a NaN is none, or the largest.
__device__ __forceinline__ float larger(float a, float b, bool nan_wins) {
  return nan_wins && (isnan(a) || isnan(b)) ? __uint_as_float(0x7FC00000U) : fmaxf(a, b);
}

/// Of a team.
template <class Team>
__device__ __forceinline__ float amax_of(float x, bool nan_wins) {
  return Team::over_all(x, [nan_wins](float a, float b) { return larger(a, b, nan_wins); });
}

/// before, or zeros.
__global__ void quantize_begin(std::uint32_t* amax, const Blocks b, const BlockMemory before, bool nan_wins) {
  for (std::int64_t i = first_of_thread(); i < b.scale_rows * b.scale_columns; i += all_threads()) {
    const float known =
        before.data == nullptr ? 0 : fabsf(at<float>(before, i / b.scale_columns, i % b.scale_columns));
    // Where a NaN is no maximum, its bits would be one.
    amax[i] = __float_as_uint(larger(known, 0, nan_wins));
  }
}

/// A thread block a part of a block; parts of one block merge by their bits, which are ordered as magnitudes
/// are.
template <class X>
__global__ void quantize_amax(const BlockMemory x, const Blocks b, std::int64_t parts, std::uint32_t* amax,
                              bool nan_wins) {
  for (std::int64_t share = blockIdx.x; share < b.scale_rows * b.scale_columns * parts; share += gridDim.x) {
    const std::int64_t block = share / parts, part = share % parts;
    const Extent e = extent_of(b, block);
    const std::int64_t all = e.rows * e.columns;
    const std::int64_t end = (part + 1) * part_elements < all ? (part + 1) * part_elements : all;
    float most = 0;
    for (std::int64_t i = part * part_elements + threadIdx.x; i < end; i += blockDim.x) {
      const float v = to_float(at<X>(x, e.row + i / e.columns, e.column + i % e.columns));
      most = larger(most, fabsf(v), nan_wins);
    }
    most = amax_of<BlockTeam>(most, nan_wins);
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

/// The one element's code from x and the factor.
__device__ __forceinline__ std::uint8_t element_of(const QuantizeProblem& p, float x, float factor,
                                                   std::int64_t row, std::int64_t column) {
  const float t = p.divides ? __fdiv_rn(x, factor) : __fmul_rn(x, factor);
  if (p.stochastic) return cast_stochastic(p.element, t, at<std::uint32_t>(p.random, row, column));
  return p.conversions ? convert(p.element, t) : cast(p.element, t);
}

template <class X>
__global__ void quantize_elements(const QuantizeProblem p, const float* factors) {
  const Blocks& b = p.blocks;
  for (std::int64_t i = first_of_thread(); i < b.rows * b.columns; i += all_threads()) {
    const std::int64_t row = i / b.columns, column = i % b.columns, block = block_of(b, row, column);
    const float factor = p.use == ScaleUse::given
                             ? at<float>(p.scale, block / b.scale_columns, block % b.scale_columns)
                             : factors[block];
    at<std::uint8_t>(p.q, row, column) =
        element_of(p, to_float(at<X>(p.x, row, column)), factor, row, column);
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
    const BlockScale s = block_scale(p, amax_of<WarpTeam>(fabsf(x), p.nan_wins));
    if (lane == 0) store_scale(p, block / b.scale_columns, block % b.scale_columns, s.stored);
    const std::int64_t column = e.column + lane;
    std::uint32_t code = has ? element_of(p, x, s.factor, e.row, column) : 0;
    if (p.packed) {
      // Blocks begin with an even element: the lane beside has the one that shares the byte, or nothing.
      code |= __shfl_xor_sync(all_lanes, code, 1) << 4;
      if (has && lane % 2 == 0) at<std::uint8_t>(p.q, e.row, column / 2) = static_cast<std::uint8_t>(code);
    } else if (has) {
      at<std::uint8_t>(p.q, e.row, column) = static_cast<std::uint8_t>(code);
    }
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
