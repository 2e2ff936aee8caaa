#pragma once
// cuda_fp8.h: to and from e4m3 and e5m2. The rows are templates over the class, so that each is written once.
#include <array>

#include "kernels/adapters/cuda_headers/elements.h"

namespace ulpgate::cuda_headers::inline ULPGATE_SIDE {

// clang-format off
ULPGATE_APPLY inline std::uint8_t cvt_fp8(float x, __nv_saturation_t s, __nv_fp8_interpretation_t i) { return __nv_cvt_float_to_fp8(x, s, i); }
ULPGATE_APPLY inline std::uint8_t cvt_fp8(double x, __nv_saturation_t s, __nv_fp8_interpretation_t i) { return __nv_cvt_double_to_fp8(x, s, i); }
ULPGATE_APPLY inline std::uint8_t cvt_fp8(__half x, __nv_saturation_t s, __nv_fp8_interpretation_t i) { return __nv_cvt_halfraw_to_fp8(x, s, i); }
ULPGATE_APPLY inline std::uint8_t cvt_fp8(__nv_bfloat16 x, __nv_saturation_t s, __nv_fp8_interpretation_t i) { return __nv_cvt_bfloat16raw_to_fp8(x, s, i); }
ULPGATE_APPLY inline std::uint16_t cvt_fp8x2(float x, float y, __nv_saturation_t s, __nv_fp8_interpretation_t i) { return __nv_cvt_float2_to_fp8x2(make_float2(x, y), s, i); }
ULPGATE_APPLY inline std::uint16_t cvt_fp8x2(double x, double y, __nv_saturation_t s, __nv_fp8_interpretation_t i) { return __nv_cvt_double2_to_fp8x2(make_double2(x, y), s, i); }
ULPGATE_APPLY inline std::uint16_t cvt_fp8x2(__half x, __half y, __nv_saturation_t s, __nv_fp8_interpretation_t i) { return __nv_cvt_halfraw2_to_fp8x2(__halves2half2(x, y), s, i); }
ULPGATE_APPLY inline std::uint16_t cvt_fp8x2(__nv_bfloat16 x, __nv_bfloat16 y, __nv_saturation_t s, __nv_fp8_interpretation_t i) { return __nv_cvt_bfloat16raw2_to_fp8x2(__halves2bfloat162(x, y), s, i); }
// clang-format on

template <typename FromFormat, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind>
struct ToFp8 {
  using From = typename FromFormat::Element;
  using To = std::uint8_t;
  static constexpr int lanes = 1;
  static ULPGATE_APPLY To apply(From x) { return cvt_fp8(FromFormat::load(x), saturate, kind); }
};

template <typename FromFormat, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind>
struct ToFp8x2 {
  using From = typename FromFormat::Element;
  using To = std::uint8_t;
  static constexpr int lanes = 2;
  static ULPGATE_APPLY Pair<To> apply(From x, From y) {
    const std::uint16_t to = cvt_fp8x2(FromFormat::load(x), FromFormat::load(y), saturate, kind);
    return {static_cast<To>(to), static_cast<To>(to >> 8)};
  }
};

template <__nv_fp8_interpretation_t kind>
struct Fp8ToHalf {
  using From = std::uint8_t;
  using To = std::uint16_t;
  static constexpr int lanes = 1;
  static ULPGATE_APPLY To apply(From x) { return __nv_cvt_fp8_to_halfraw(x, kind).x; }
};

template <__nv_fp8_interpretation_t kind>
struct Fp8x2ToHalf2 {
  using From = std::uint8_t;
  using To = std::uint16_t;
  static constexpr int lanes = 2;
  static ULPGATE_APPLY Pair<To> apply(From x, From y) {
    const auto packed = static_cast<__nv_fp8x2_storage_t>(x | y << 8);
    const __half2_raw to = __nv_cvt_fp8x2_to_halfraw2(packed, kind);
    return {to.x, to.y};
  }
};

// float, half and bfloat16 become a positive NaN; double keeps its sign, and into e5m2 its leading payload
// bits.
inline constexpr ConvertClaims fp8_saturate{
    .overflow = "saturate", .infinity = "saturate", .nan = "code:0x7f"};

template <__nv_fp8_interpretation_t kind>
constexpr ConvertClaims fp8_claims(bool saturate, bool from_double) {
  ConvertClaims claims = fp8_saturate;
  if (from_double) claims.nan = kind == __NV_E4M3 ? "code_signed:0x7f" : "payload";
  if (!saturate) claims.overflow = claims.infinity = kind == __NV_E4M3 ? "nan_signed" : "infinity";
  return claims;
}

template <typename Runner, typename Byte, typename Type, __nv_fp8_interpretation_t kind>
struct Fp8Table {
  template <typename From>
  static constexpr int (*sat)(const Job&) = Runner::template run<ToFp8<From, __NV_SATFINITE, kind>>;
  template <typename From>
  static constexpr int (*nosat)(const Job&) = Runner::template run<ToFp8<From, __NV_NOSAT, kind>>;
  template <typename From>
  static constexpr int (*sat2)(const Job&) = Runner::template run<ToFp8x2<From, __NV_SATFINITE, kind>>;
  template <typename From>
  static constexpr int (*nosat2)(const Job&) = Runner::template run<ToFp8x2<From, __NV_NOSAT, kind>>;
  template <typename From>
  static constexpr int (*ctor)(const Job&) = Runner::template run<Construct<From, Byte, Type>>;
  template <typename To, typename As>
  static constexpr int (*cast)(const Job&) = Runner::template run<Construct<Byte, To, As>>;

  static constexpr const char* name = kind == __NV_E4M3 ? "e4m3" : "e5m2";
  static constexpr const char* constructor = kind == __NV_E4M3 ? "__nv_fp8_e4m3.ctor" : "__nv_fp8_e5m2.ctor";
  static constexpr ConvertClaims s = fp8_claims<kind>(true, false);
  static constexpr ConvertClaims n = fp8_claims<kind>(false, false);
  static constexpr ConvertClaims s_double = fp8_claims<kind>(true, true);
  static constexpr ConvertClaims n_double = fp8_claims<kind>(false, true);
  static constexpr ConvertClaims to_half{.nan = undocumented_nan("code:0x7fff")};
  static constexpr ConvertClaims to_bfloat16{.nan = undocumented_nan("code:0x7fff")};
  static constexpr ConvertClaims to_float{.nan = undocumented_nan("code:0x7fffffff")};
  static constexpr ConvertClaims to_double{.nan = undocumented_nan("code:0x7fffffffe0000000")};

  static constexpr auto rows = std::to_array<Row>({
      {"__nv_cvt_float_to_fp8.satfinite", "fp32", name, s, sat<Fp32>},
      {"__nv_cvt_float_to_fp8.nosat", "fp32", name, n, nosat<Fp32>},
      {"__nv_cvt_float2_to_fp8x2.satfinite", "fp32", name, s, sat2<Fp32>},
      {"__nv_cvt_float2_to_fp8x2.nosat", "fp32", name, n, nosat2<Fp32>},
      {"__nv_cvt_double_to_fp8.satfinite", "fp64", name, s_double, sat<Fp64>},
      {"__nv_cvt_double_to_fp8.nosat", "fp64", name, n_double, nosat<Fp64>},
      {"__nv_cvt_double2_to_fp8x2.satfinite", "fp64", name, s_double, sat2<Fp64>},
      {"__nv_cvt_double2_to_fp8x2.nosat", "fp64", name, n_double, nosat2<Fp64>},
      {"__nv_cvt_halfraw_to_fp8.satfinite", "fp16", name, s, sat<Fp16>},
      {"__nv_cvt_halfraw_to_fp8.nosat", "fp16", name, n, nosat<Fp16>},
      {"__nv_cvt_halfraw2_to_fp8x2.satfinite", "fp16", name, s, sat2<Fp16>},
      {"__nv_cvt_halfraw2_to_fp8x2.nosat", "fp16", name, n, nosat2<Fp16>},
      {"__nv_cvt_bfloat16raw_to_fp8.satfinite", "bf16", name, s, sat<Bf16>},
      {"__nv_cvt_bfloat16raw_to_fp8.nosat", "bf16", name, n, nosat<Bf16>},
      {"__nv_cvt_bfloat16raw2_to_fp8x2.satfinite", "bf16", name, s, sat2<Bf16>},
      {"__nv_cvt_bfloat16raw2_to_fp8x2.nosat", "bf16", name, n, nosat2<Bf16>},
      {constructor, "fp32", name, s, ctor<Fp32>},
      {constructor, "fp64", name, s_double, ctor<Fp64>},
      {constructor, "fp16", name, s, ctor<Fp16>},
      {constructor, "bf16", name, s, ctor<Bf16>},
      {constructor, "int32", name, s, ctor<Int32>},
      {constructor, "int64", name, s, ctor<Int64>},
      {"__nv_cvt_fp8_to_halfraw", name, "fp16", to_half, Runner::template run<Fp8ToHalf<kind>>},
      {"__nv_cvt_fp8x2_to_halfraw2", name, "fp16", to_half, Runner::template run<Fp8x2ToHalf2<kind>>},
      {"cast", name, "fp16", to_half, cast<Fp16, __half>},
      {"cast", name, "bf16", to_bfloat16, cast<Bf16, __nv_bfloat16>},
      {"cast", name, "fp32", to_float, cast<Fp32, float>},
      {"cast", name, "fp64", to_double, cast<Fp64, double>},
  });
};

template <typename Runner>
using E4m3Table = Fp8Table<Runner, E4m3, __nv_fp8_e4m3, __NV_E4M3>;
template <typename Runner>
using E5m2Table = Fp8Table<Runner, E5m2, __nv_fp8_e5m2, __NV_E5M2>;

}  // namespace ulpgate::cuda_headers::inline ULPGATE_SIDE
