#pragma once
// Elements: wide ones to fp32 and back, quantized ones from fp32 and back; where they lie.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/elements.cuh"
#include "kernels/cuda/quantize/quantize.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

__device__ __forceinline__ std::int64_t offset_of(const BlockMemory& m, std::int64_t row,
                                                  std::int64_t column) {
  return row * m.row_stride + column * m.column_stride;
}
template <class T>
__device__ __forceinline__ T& at(const BlockMemory& m, std::int64_t row, std::int64_t column) {
  return static_cast<T*>(m.data)[offset_of(m, row, column)];
}

/// To nearest even, saturating. The sum aligns the last bit that is kept with an fp32 number's.
__device__ __forceinline__ std::uint8_t cast(const ElementRecord& f, float t) {
  const std::uint32_t bits = __float_as_uint(t), size = bits & 0x7FFFFFFFU;
  const std::uint8_t sign = (bits >> 31) != 0 ? f.sign : 0;
  if (size > 0x7F800000U) return f.nan;
  const float held = fminf(__uint_as_float(size), f.largest);
  const int own = static_cast<int>(__float_as_uint(held) >> 23);
  const int field = own < f.smallest_field ? f.smallest_field : own;
  const float grid = __uint_as_float(static_cast<std::uint32_t>(field - f.significand_bits + 23) << 23);
  const std::uint32_t count = __float_as_uint(__fadd_rn(held, grid)) - __float_as_uint(grid);
  const auto base = static_cast<std::uint32_t>(field - f.smallest_field) << f.significand_bits;
  return static_cast<std::uint8_t>((base + count) | sign);
}

// Conversions of four and six bits, and of scales, are there since CUDA 12.8.
#if defined(__CUDA_FP4_H__) && defined(__CUDA_FP6_H__)
#define ULPGATE_SUB_BYTE_CONVERSIONS
#endif

/// To nearest even, saturating, as production kernels do it.
__device__ __forceinline__ std::uint8_t convert(const ElementRecord& f, float t) {
  const bool long_fraction = f.significand_bits == 3;
  if (f.sign == 0x80) return __nv_cvt_float_to_fp8(t, __NV_SATFINITE, long_fraction ? __NV_E4M3 : __NV_E5M2);
#if defined(ULPGATE_SUB_BYTE_CONVERSIONS)
  if (f.sign == 0x20)
    return __nv_cvt_float_to_fp6(t, long_fraction ? __NV_E2M3 : __NV_E3M2, cudaRoundNearest);
  return __nv_cvt_float_to_fp4(t, __NV_E2M1, cudaRoundNearest);
#else
  return cast(f, t);
#endif
}

/// Up in magnitude where floor(256 * fraction) + byte is 256 or more: in units of 2^-8 of the last bit, cut
/// off before and after the byte is added.
__device__ __forceinline__ std::uint8_t cast_stochastic(const ElementRecord& f, float t, std::uint32_t byte) {
  const std::uint32_t bits = __float_as_uint(t), size = bits & 0x7FFFFFFFU;
  const std::uint8_t sign = (bits >> 31) != 0 ? f.sign : 0;
  if (size > 0x7F800000U) return f.nan;
  const float held = fminf(__uint_as_float(size), f.largest);
  const int own = static_cast<int>(__float_as_uint(held) >> 23);
  const int field = own < f.smallest_field ? f.smallest_field : own;
  // held * 2^(8 + significand bits) / 2^field's exponent, a number below 2^(9 + significand bits).
  const float up =
      __uint_as_float(static_cast<std::uint32_t>(127 + 127 - field + 8 + f.significand_bits) << 23);
  const auto units = static_cast<std::uint32_t>(__fmul_rn(held, up)) + (byte & 0xFFU);
  const auto base = static_cast<std::uint32_t>(field - f.smallest_field) << f.significand_bits;
  const std::uint32_t code = base + (units >> 8);
  const std::uint32_t most = cast(f, f.largest);
  return static_cast<std::uint8_t>((code < most ? code : most) | sign);
}

__device__ __forceinline__ float value_of(const ElementRecord& f, std::uint8_t code) {
  const std::uint32_t size = code & (f.sign - 1U), sign = (code & f.sign) != 0 ? 0x80000000U : 0;
  if (size >= f.first_nan && f.first_nan != 0xFF) return __uint_as_float(0x7FC00000U);
  if (size == f.infinity) return __uint_as_float(0x7F800000U | sign);
  const std::uint32_t exponent = size >> f.significand_bits,
                      fraction = size & ((1U << f.significand_bits) - 1);
  const int field = f.smallest_field + (exponent == 0 ? 0 : static_cast<int>(exponent) - 1);
  const std::uint32_t whole = exponent == 0 ? fraction : fraction | 1U << f.significand_bits;
  const float unit = __uint_as_float(static_cast<std::uint32_t>(field - f.significand_bits) << 23);
  return __uint_as_float(__float_as_uint(__fmul_rn(static_cast<float>(whole), unit)) | sign);
}

/// The place of a scale.
struct ScalePlace {
  std::int64_t row, column;
};

/// swizzled: tiles of 128 x 4, one behind the other; in a tile, rows 32 apart lie side by side.
__device__ __forceinline__ ScalePlace place_of(ScalePlaces places, std::int64_t scale_columns,
                                               std::int64_t row, std::int64_t column) {
  if (places != ScalePlaces::swizzled) return {row, column};
  const std::int64_t tiles = (scale_columns + 3) / 4, tile = row / 128 * tiles + column / 4, line = row % 128;
  return {0, tile * 512 + line % 32 * 16 + line / 32 * 4 + column % 4};
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
