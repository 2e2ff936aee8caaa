#pragma once
// cuda_fp6.h and cuda_fp4.h: to and from e3m2, e2m3 and e2m1. Always saturating; NaN becomes the largest
// value.
#include <type_traits>

#include "kernels/adapters/cuda_headers/elements.h"

#if defined(ULPGATE_CUDA_SUB_BYTE)

namespace ulpgate::cuda_headers::inline ULPGATE_SIDE {

// clang-format off
ULPGATE_APPLY inline std::uint8_t cvt_narrow(float x, __nv_fp6_interpretation_t i, cudaRoundMode r) { return __nv_cvt_float_to_fp6(x, i, r); }
ULPGATE_APPLY inline std::uint8_t cvt_narrow(double x, __nv_fp6_interpretation_t i, cudaRoundMode r) { return __nv_cvt_double_to_fp6(x, i, r); }
ULPGATE_APPLY inline std::uint8_t cvt_narrow(__half x, __nv_fp6_interpretation_t i, cudaRoundMode r) { return __nv_cvt_halfraw_to_fp6(x, i, r); }
ULPGATE_APPLY inline std::uint8_t cvt_narrow(__nv_bfloat16 x, __nv_fp6_interpretation_t i, cudaRoundMode r) { return __nv_cvt_bfloat16raw_to_fp6(x, i, r); }
ULPGATE_APPLY inline std::uint8_t cvt_narrow(float x, __nv_fp4_interpretation_t i, cudaRoundMode r) { return __nv_cvt_float_to_fp4(x, i, r); }
ULPGATE_APPLY inline std::uint8_t cvt_narrow(double x, __nv_fp4_interpretation_t i, cudaRoundMode r) { return __nv_cvt_double_to_fp4(x, i, r); }
ULPGATE_APPLY inline std::uint8_t cvt_narrow(__half x, __nv_fp4_interpretation_t i, cudaRoundMode r) { return __nv_cvt_halfraw_to_fp4(x, i, r); }
ULPGATE_APPLY inline std::uint8_t cvt_narrow(__nv_bfloat16 x, __nv_fp4_interpretation_t i, cudaRoundMode r) { return __nv_cvt_bfloat16raw_to_fp4(x, i, r); }
ULPGATE_APPLY inline unsigned cvt_narrow2(float x, float y, __nv_fp6_interpretation_t i, cudaRoundMode r) { return __nv_cvt_float2_to_fp6x2(make_float2(x, y), i, r); }
ULPGATE_APPLY inline unsigned cvt_narrow2(double x, double y, __nv_fp6_interpretation_t i, cudaRoundMode r) { return __nv_cvt_double2_to_fp6x2(make_double2(x, y), i, r); }
ULPGATE_APPLY inline unsigned cvt_narrow2(__half x, __half y, __nv_fp6_interpretation_t i, cudaRoundMode r) { return __nv_cvt_halfraw2_to_fp6x2(__halves2half2(x, y), i, r); }
ULPGATE_APPLY inline unsigned cvt_narrow2(__nv_bfloat16 x, __nv_bfloat16 y, __nv_fp6_interpretation_t i, cudaRoundMode r) { return __nv_cvt_bfloat16raw2_to_fp6x2(__halves2bfloat162(x, y), i, r); }
ULPGATE_APPLY inline unsigned cvt_narrow2(float x, float y, __nv_fp4_interpretation_t i, cudaRoundMode r) { return __nv_cvt_float2_to_fp4x2(make_float2(x, y), i, r); }
ULPGATE_APPLY inline unsigned cvt_narrow2(double x, double y, __nv_fp4_interpretation_t i, cudaRoundMode r) { return __nv_cvt_double2_to_fp4x2(make_double2(x, y), i, r); }
ULPGATE_APPLY inline unsigned cvt_narrow2(__half x, __half y, __nv_fp4_interpretation_t i, cudaRoundMode r) { return __nv_cvt_halfraw2_to_fp4x2(__halves2half2(x, y), i, r); }
ULPGATE_APPLY inline unsigned cvt_narrow2(__nv_bfloat16 x, __nv_bfloat16 y, __nv_fp4_interpretation_t i, cudaRoundMode r) { return __nv_cvt_bfloat16raw2_to_fp4x2(__halves2bfloat162(x, y), i, r); }
ULPGATE_APPLY inline __half_raw cvt_half(std::uint8_t x, __nv_fp6_interpretation_t i) { return __nv_cvt_fp6_to_halfraw(x, i); }
ULPGATE_APPLY inline __half_raw cvt_half(std::uint8_t x, __nv_fp4_interpretation_t i) { return __nv_cvt_fp4_to_halfraw(x, i); }
ULPGATE_APPLY inline __half2_raw cvt_half2(unsigned x, __nv_fp6_interpretation_t i) { return __nv_cvt_fp6x2_to_halfraw2(static_cast<__nv_fp6x2_storage_t>(x), i); }
ULPGATE_APPLY inline __half2_raw cvt_half2(unsigned x, __nv_fp4_interpretation_t i) { return __nv_cvt_fp4x2_to_halfraw2(static_cast<__nv_fp4x2_storage_t>(x), i); }
// clang-format on

/// Where the second of a pair begins in fp6x2 and fp4x2.
template <typename Kind>
inline constexpr int pair_shift = std::is_same_v<Kind, __nv_fp4_interpretation_t> ? 4 : 8;

template <typename FromFormat, auto kind, cudaRoundMode rounding>
struct ToNarrow {
  using From = typename FromFormat::Element;
  using To = std::uint8_t;
  static constexpr int lanes = 1;
  static ULPGATE_APPLY To apply(From x) { return cvt_narrow(FromFormat::load(x), kind, rounding); }
};

template <typename FromFormat, auto kind, cudaRoundMode rounding>
struct ToNarrow2 {
  using From = typename FromFormat::Element;
  using To = std::uint8_t;
  static constexpr int lanes = 2;
  static ULPGATE_APPLY Pair<To> apply(From x, From y) {
    constexpr int shift = pair_shift<std::remove_const_t<decltype(kind)>>;
    const unsigned to = cvt_narrow2(FromFormat::load(x), FromFormat::load(y), kind, rounding);
    return {static_cast<To>(to & ((1u << shift) - 1)), static_cast<To>(to >> shift)};
  }
};

template <auto kind>
struct NarrowToHalf {
  using From = std::uint8_t;
  using To = std::uint16_t;
  static constexpr int lanes = 1;
  static ULPGATE_APPLY To apply(From x) { return cvt_half(x, kind).x; }
};

template <auto kind>
struct NarrowToHalf2 {
  using From = std::uint8_t;
  using To = std::uint16_t;
  static constexpr int lanes = 2;
  static ULPGATE_APPLY Pair<To> apply(From x, From y) {
    const __half2_raw to =
        cvt_half2(x | static_cast<unsigned>(y) << pair_shift<std::remove_const_t<decltype(kind)>>, kind);
    return {to.x, to.y};
  }
};

}  // namespace ulpgate::cuda_headers::inline ULPGATE_SIDE

#endif
