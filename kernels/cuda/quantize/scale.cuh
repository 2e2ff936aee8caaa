#pragma once
// From amax to scale: rules transformer_engine, and of MX those of torchao.
#include "kernels/cuda/quantize/element.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

struct BlockScale {
  float factor;          ///< what x is multiplied with
  std::uint32_t stored;  ///< its code
};

inline constexpr float largest_fp32 = 3.4028234663852886e38F;

/// min, in which a NaN loses.
__device__ __forceinline__ float at_most_largest(float x) { return fminf(x, largest_fp32); }

__device__ __forceinline__ ElementRecord e4m3_record() { return {}; }

__device__ __forceinline__ BlockScale current_scale(const QuantizeProblem& p, float amax) {
  float s = 1;
  if (amax > 0 && amax <= largest_fp32) s = at_most_largest(__fdiv_rn(p.element.largest, amax));
  if (p.power_of_two) s = __uint_as_float(__float_as_uint(s) & 0xFF800000U);
  return {s, __float_as_uint(__fdiv_rn(1, s))};
}

/// 2^(127 - byte), of the last but one a subnormal number, of the last NaN.
__device__ __forceinline__ float inverse_of_byte(std::uint32_t byte) {
  if (byte == 255) return __uint_as_float(0x7FC00000U);
  return __uint_as_float(byte == 254 ? 0x00400000U : (254 - byte) << 23);
}

/// The exponent of amax over that of the largest number; of what is not finite 255.
__device__ __forceinline__ std::uint32_t floor_byte(const QuantizeProblem& p, float amax) {
  const int field = static_cast<int>(__float_as_uint(amax) >> 23);
  const int byte = field - static_cast<int>(__float_as_uint(p.element.largest) >> 23) + 127;
  return field == 255 ? 255 : byte < 0 ? 0 : static_cast<std::uint32_t>(byte);
}

__device__ __forceinline__ std::uint32_t rounded_up_byte(const QuantizeProblem& p, float amax) {
  const float v = __fmul_rn(amax, __fdiv_rn(1, p.element.largest));
  const bool saturates = p.rule == MxRule::transformer_engine;
#if defined(ULPGATE_SUB_BYTE_CONVERSIONS)
  if (p.conversions)
    return __nv_cvt_float_to_e8m0(v, saturates ? __NV_SATFINITE : __NV_NOSAT, cudaRoundPosInf);
#endif
  const std::uint32_t bits = __float_as_uint(v);
  const std::uint32_t field = bits >> 23, fraction = bits & 0x7FFFFFU;
  const bool up = field == 0 ? fraction > 0x400000U : fraction != 0;
  std::uint32_t byte = field + (up ? 1 : 0);
  const std::uint32_t most = saturates ? 254 : 255;
  return byte > most ? most : byte;
}

__device__ __forceinline__ BlockScale mx_scale(const QuantizeProblem& p, float amax) {
  const std::uint32_t byte = p.rule == MxRule::floor ? floor_byte(p, amax) : rounded_up_byte(p, amax);
  return {inverse_of_byte(byte), byte};
}

/// S of the tensor.
__device__ __forceinline__ float tensor_scale(float global) {
  const float s = at_most_largest(__fdiv_rn(2688, global));
  return global == 0 || s == 0 ? 1 : s;
}

__device__ __forceinline__ BlockScale nvfp4_scale(float amax, float global) {
  const float encode = tensor_scale(global);
  const float s = at_most_largest(__fmul_rn(amax, __fmul_rn(encode, __fdiv_rn(1, 6))));
  const std::uint8_t code = cast(e4m3_record(), s);
  const float decode = __fmul_rn(value_of(e4m3_record(), code), __fdiv_rn(1, encode));
  return {at_most_largest(__fdiv_rn(1, decode)), code};
}

__device__ __forceinline__ BlockScale block_scale(const QuantizeProblem& p, float amax) {
  switch (p.use) {
    case ScaleUse::current:
      return current_scale(p, amax);
    case ScaleUse::mx:
      return mx_scale(p, amax);
    default:
      return nvfp4_scale(amax, *p.global);
  }
}

__device__ __forceinline__ void store_scale(const QuantizeProblem& p, std::int64_t row, std::int64_t column,
                                            std::uint32_t stored) {
  const ScalePlace to = place_of(p.places, p.blocks.scale_columns, row, column);
  if (p.use == ScaleUse::current)
    at<std::uint32_t>(p.scales, to.row, to.column) = stored;
  else
    at<std::uint8_t>(p.scales, to.row, to.column) = static_cast<std::uint8_t>(stored);
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
