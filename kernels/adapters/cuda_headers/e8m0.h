#pragma once
// cuda_fp8.h: to and from the scale format e8m0, of the input's absolute value.
#include <array>

#include "kernels/adapters/cuda_headers/elements.h"

#if defined(ULPGATE_CUDA_SUB_BYTE)

namespace ulpgate::cuda_headers::inline ULPGATE_SIDE {

// clang-format off
ULPGATE_APPLY inline std::uint8_t cvt_e8m0(float x, __nv_saturation_t s, cudaRoundMode r) { return __nv_cvt_float_to_e8m0(x, s, r); }
ULPGATE_APPLY inline std::uint8_t cvt_e8m0(double x, __nv_saturation_t s, cudaRoundMode r) { return __nv_cvt_double_to_e8m0(x, s, r); }
ULPGATE_APPLY inline std::uint8_t cvt_e8m0(__nv_bfloat16 x, __nv_saturation_t s, cudaRoundMode r) { return __nv_cvt_bfloat16raw_to_e8m0(x, s, r); }
ULPGATE_APPLY inline std::uint16_t cvt_e8m0x2(float x, float y, __nv_saturation_t s, cudaRoundMode r) { return __nv_cvt_float2_to_e8m0x2(make_float2(x, y), s, r); }
ULPGATE_APPLY inline std::uint16_t cvt_e8m0x2(double x, double y, __nv_saturation_t s, cudaRoundMode r) { return __nv_cvt_double2_to_e8m0x2(make_double2(x, y), s, r); }
ULPGATE_APPLY inline std::uint16_t cvt_e8m0x2(__nv_bfloat16 x, __nv_bfloat16 y, __nv_saturation_t s, cudaRoundMode r) { return __nv_cvt_bfloat162raw_to_e8m0x2(__halves2bfloat162(x, y), s, r); }
// clang-format on

template <typename FromFormat, __nv_saturation_t saturate, cudaRoundMode rounding>
struct ToE8m0 {
  using From = typename FromFormat::Element;
  using To = std::uint8_t;
  static constexpr int lanes = 1;
  static ULPGATE_APPLY To apply(From x) { return cvt_e8m0(FromFormat::load(x), saturate, rounding); }
};

template <typename FromFormat, __nv_saturation_t saturate, cudaRoundMode rounding>
struct ToE8m0x2 {
  using From = typename FromFormat::Element;
  using To = std::uint8_t;
  static constexpr int lanes = 2;
  static ULPGATE_APPLY Pair<To> apply(From x, From y) {
    const std::uint16_t to = cvt_e8m0x2(FromFormat::load(x), FromFormat::load(y), saturate, rounding);
    return {static_cast<To>(to), static_cast<To>(to >> 8)};
  }
};

struct E8m0ToBfloat16 {
  using From = std::uint8_t;
  using To = std::uint16_t;
  static constexpr int lanes = 1;
  static ULPGATE_APPLY To apply(From x) { return __nv_cvt_e8m0_to_bf16raw(x).x; }
};

struct E8m0x2ToBfloat162 {
  using From = std::uint8_t;
  using To = std::uint16_t;
  static constexpr int lanes = 2;
  static ULPGATE_APPLY Pair<To> apply(From x, From y) {
    const __nv_bfloat162_raw to = __nv_cvt_e8m0x2_to_bf162raw(static_cast<__nv_fp8x2_storage_t>(x | y << 8));
    return {to.x, to.y};
  }
};

/// "Results that are larger than 2^127 are either clipped to 2^127, or convert to NaN otherwise."
constexpr ConvertClaims e8m0_claims(const char* rounding, const char* beyond) {
  return {.rounding = rounding, .overflow = beyond, .infinity = beyond, .nan = "code:0xff"};
}

template <typename Runner>
struct E8m0Table {
  template <typename From>
  static constexpr int (*rz_sat)(const Job&) =
      Runner::template run<ToE8m0<From, __NV_SATFINITE, cudaRoundZero>>;
  template <typename From>
  static constexpr int (*rz_nan)(const Job&) = Runner::template run<ToE8m0<From, __NV_NOSAT, cudaRoundZero>>;
  template <typename From>
  static constexpr int (*rp_sat)(const Job&) =
      Runner::template run<ToE8m0<From, __NV_SATFINITE, cudaRoundPosInf>>;
  template <typename From>
  static constexpr int (*rp_nan)(const Job&) =
      Runner::template run<ToE8m0<From, __NV_NOSAT, cudaRoundPosInf>>;
  template <typename From>
  static constexpr int (*rz_sat2)(const Job&) =
      Runner::template run<ToE8m0x2<From, __NV_SATFINITE, cudaRoundZero>>;
  template <typename From>
  static constexpr int (*rz_nan2)(const Job&) =
      Runner::template run<ToE8m0x2<From, __NV_NOSAT, cudaRoundZero>>;
  template <typename From>
  static constexpr int (*rp_sat2)(const Job&) =
      Runner::template run<ToE8m0x2<From, __NV_SATFINITE, cudaRoundPosInf>>;
  template <typename From>
  static constexpr int (*rp_nan2)(const Job&) =
      Runner::template run<ToE8m0x2<From, __NV_NOSAT, cudaRoundPosInf>>;
  template <typename From>
  static constexpr int (*ctor)(const Job&) = Runner::template run<Construct<From, E8m0, __nv_fp8_e8m0>>;
  template <typename To, typename As>
  static constexpr int (*cast)(const Job&) = Runner::template run<Construct<E8m0, To, As>>;

  static constexpr ConvertClaims zs = e8m0_claims("toward_zero", "saturate");
  static constexpr ConvertClaims zn = e8m0_claims("toward_zero", "nan");
  static constexpr ConvertClaims ps = e8m0_claims("up", "saturate");
  static constexpr ConvertClaims pn = e8m0_claims("up", "nan");
  static constexpr ConvertClaims to_bfloat16{.nan = undocumented_nan("code:0x7fff")};
  static constexpr ConvertClaims to_half{.nan = undocumented_nan("code:0x7fff")};
  static constexpr ConvertClaims to_float{.nan = undocumented_nan("code:0x7fff0000")};
  static constexpr ConvertClaims to_double{.nan = undocumented_nan("code:0x7fffe00000000000")};

  static constexpr auto rows = std::to_array<Row>({
      {"__nv_cvt_float_to_e8m0.rz.satfinite", "fp32", "e8m0", zs, rz_sat<Fp32>},
      {"__nv_cvt_float_to_e8m0.rz.nosat", "fp32", "e8m0", zn, rz_nan<Fp32>},
      {"__nv_cvt_float_to_e8m0.rp.satfinite", "fp32", "e8m0", ps, rp_sat<Fp32>},
      {"__nv_cvt_float_to_e8m0.rp.nosat", "fp32", "e8m0", pn, rp_nan<Fp32>},
      {"__nv_cvt_float2_to_e8m0x2.rz.satfinite", "fp32", "e8m0", zs, rz_sat2<Fp32>},
      {"__nv_cvt_float2_to_e8m0x2.rz.nosat", "fp32", "e8m0", zn, rz_nan2<Fp32>},
      {"__nv_cvt_float2_to_e8m0x2.rp.satfinite", "fp32", "e8m0", ps, rp_sat2<Fp32>},
      {"__nv_cvt_float2_to_e8m0x2.rp.nosat", "fp32", "e8m0", pn, rp_nan2<Fp32>},
      {"__nv_cvt_double_to_e8m0.rz.satfinite", "fp64", "e8m0", zs, rz_sat<Fp64>},
      {"__nv_cvt_double_to_e8m0.rz.nosat", "fp64", "e8m0", zn, rz_nan<Fp64>},
      {"__nv_cvt_double_to_e8m0.rp.satfinite", "fp64", "e8m0", ps, rp_sat<Fp64>},
      {"__nv_cvt_double_to_e8m0.rp.nosat", "fp64", "e8m0", pn, rp_nan<Fp64>},
      {"__nv_cvt_double2_to_e8m0x2.rz.satfinite", "fp64", "e8m0", zs, rz_sat2<Fp64>},
      {"__nv_cvt_double2_to_e8m0x2.rz.nosat", "fp64", "e8m0", zn, rz_nan2<Fp64>},
      {"__nv_cvt_double2_to_e8m0x2.rp.satfinite", "fp64", "e8m0", ps, rp_sat2<Fp64>},
      {"__nv_cvt_double2_to_e8m0x2.rp.nosat", "fp64", "e8m0", pn, rp_nan2<Fp64>},
      {"__nv_cvt_bfloat16raw_to_e8m0.rz.satfinite", "bf16", "e8m0", zs, rz_sat<Bf16>},
      {"__nv_cvt_bfloat16raw_to_e8m0.rz.nosat", "bf16", "e8m0", zn, rz_nan<Bf16>},
      {"__nv_cvt_bfloat16raw_to_e8m0.rp.satfinite", "bf16", "e8m0", ps, rp_sat<Bf16>},
      {"__nv_cvt_bfloat16raw_to_e8m0.rp.nosat", "bf16", "e8m0", pn, rp_nan<Bf16>},
      {"__nv_cvt_bfloat162raw_to_e8m0x2.rz.satfinite", "bf16", "e8m0", zs, rz_sat2<Bf16>},
      {"__nv_cvt_bfloat162raw_to_e8m0x2.rz.nosat", "bf16", "e8m0", zn, rz_nan2<Bf16>},
      {"__nv_cvt_bfloat162raw_to_e8m0x2.rp.satfinite", "bf16", "e8m0", ps, rp_sat2<Bf16>},
      {"__nv_cvt_bfloat162raw_to_e8m0x2.rp.nosat", "bf16", "e8m0", pn, rp_nan2<Bf16>},
      {"__nv_fp8_e8m0.ctor", "fp32", "e8m0", ps, ctor<Fp32>},
      {"__nv_fp8_e8m0.ctor", "fp64", "e8m0", ps, ctor<Fp64>},
      {"__nv_fp8_e8m0.ctor", "fp16", "e8m0", ps, ctor<Fp16>},
      {"__nv_fp8_e8m0.ctor", "bf16", "e8m0", ps, ctor<Bf16>},
      {"__nv_fp8_e8m0.ctor", "int32", "e8m0", ps, ctor<Int32>},
      {"__nv_fp8_e8m0.ctor", "int64", "e8m0", ps, ctor<Int64>},
      {"__nv_cvt_e8m0_to_bf16raw", "e8m0", "bf16", to_bfloat16, Runner::template run<E8m0ToBfloat16>},
      {"__nv_cvt_e8m0x2_to_bf162raw", "e8m0", "bf16", to_bfloat16, Runner::template run<E8m0x2ToBfloat162>},
      {"cast", "e8m0", "bf16", to_bfloat16, cast<Bf16, __nv_bfloat16>},
      {"cast", "e8m0", "fp16", to_half, cast<Fp16, __half>},
      {"cast", "e8m0", "fp32", to_float, cast<Fp32, float>},
      {"cast", "e8m0", "fp64", to_double, cast<Fp64, double>},
  });
};

}  // namespace ulpgate::cuda_headers::inline ULPGATE_SIDE

#endif
