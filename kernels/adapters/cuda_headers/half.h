#pragma once
// cuda_fp16.h: to and from __half.
#include <array>

#include "kernels/adapters/cuda_headers/elements.h"

namespace ulpgate::cuda_headers::inline ULPGATE_SIDE {

struct Floats2half2 {
  using From = float;
  using To = std::uint16_t;
  static constexpr int lanes = 2;
  static ULPGATE_APPLY Pair<To> apply(From x, From y) {
    const __half2_raw to = __floats2half2_rn(x, y);
    return {to.x, to.y};
  }
};

struct Float22half2 {
  using From = float;
  using To = std::uint16_t;
  static constexpr int lanes = 2;
  static ULPGATE_APPLY Pair<To> apply(From x, From y) {
    const __half2_raw to = __float22half2_rn(make_float2(x, y));
    return {to.x, to.y};
  }
};

struct Half22float2 {
  using From = std::uint16_t;
  using To = float;
  static constexpr int lanes = 2;
  static ULPGATE_APPLY Pair<To> apply(From x, From y) {
    const float2 to = __half22float2(__halves2half2(Fp16::load(x), Fp16::load(y)));
    return {to.x, to.y};
  }
};

template <auto function>
using FloatToHalf = Function<Fp32, Fp16, function>;
template <auto function>
using IntToHalf = Function<Int32, Fp16, function>;
template <auto function>
using LongToHalf = Function<Int64, Fp16, function>;

inline constexpr ConvertClaims half_nearest{.nan = undocumented_nan("code:0x7fff")};
inline constexpr ConvertClaims half_zero{.rounding = "toward_zero", .nan = undocumented_nan("code:0x7fff")};
inline constexpr ConvertClaims half_down{.rounding = "down", .nan = undocumented_nan("code:0x7fff")};
inline constexpr ConvertClaims half_up{.rounding = "up", .nan = undocumented_nan("code:0x7fff")};
inline constexpr ConvertClaims half_to_float{.nan = undocumented_nan("code:0x7fffffff")};

template <typename Runner>
inline constexpr auto half_rows = std::to_array<Row>({
    {"__float2half", "fp32", "fp16", half_nearest, Runner::template run<FloatToHalf<__float2half>>},
    {"__float2half_rn", "fp32", "fp16", half_nearest, Runner::template run<FloatToHalf<__float2half_rn>>},
    {"__float2half_rz", "fp32", "fp16", half_zero, Runner::template run<FloatToHalf<__float2half_rz>>},
    {"__float2half_rd", "fp32", "fp16", half_down, Runner::template run<FloatToHalf<__float2half_rd>>},
    {"__float2half_ru", "fp32", "fp16", half_up, Runner::template run<FloatToHalf<__float2half_ru>>},
    {"__floats2half2_rn", "fp32", "fp16", half_nearest, Runner::template run<Floats2half2>},
    {"__float22half2_rn", "fp32", "fp16", half_nearest, Runner::template run<Float22half2>},
    {"__half.ctor", "fp32", "fp16", half_nearest, Runner::template run<Construct<Fp32, Fp16, __half>>},
    {"__double2half", "fp64", "fp16", half_nearest,
     Runner::template run<Function<Fp64, Fp16, __double2half>>},
    {"__half.ctor", "fp64", "fp16", half_nearest, Runner::template run<Construct<Fp64, Fp16, __half>>},
    {"__int2half_rn", "int32", "fp16", half_nearest, Runner::template run<IntToHalf<__int2half_rn>>},
    {"__int2half_rz", "int32", "fp16", half_zero, Runner::template run<IntToHalf<__int2half_rz>>},
    {"__int2half_rd", "int32", "fp16", half_down, Runner::template run<IntToHalf<__int2half_rd>>},
    {"__int2half_ru", "int32", "fp16", half_up, Runner::template run<IntToHalf<__int2half_ru>>},
    {"__half.ctor", "int32", "fp16", half_nearest, Runner::template run<Construct<Int32, Fp16, __half>>},
    {"__ll2half_rn", "int64", "fp16", half_nearest, Runner::template run<LongToHalf<__ll2half_rn>>},
    {"__ll2half_rz", "int64", "fp16", half_zero, Runner::template run<LongToHalf<__ll2half_rz>>},
    {"__ll2half_rd", "int64", "fp16", half_down, Runner::template run<LongToHalf<__ll2half_rd>>},
    {"__ll2half_ru", "int64", "fp16", half_up, Runner::template run<LongToHalf<__ll2half_ru>>},
    {"__half.ctor", "int64", "fp16", half_nearest, Runner::template run<Construct<Int64, Fp16, __half>>},
    {"__half2float", "fp16", "fp32", half_to_float, Runner::template run<Function<Fp16, Fp32, __half2float>>},
    {"__half22float2", "fp16", "fp32", half_to_float, Runner::template run<Half22float2>},
    {"__half.to_float", "fp16", "fp32", half_to_float, Runner::template run<Construct<Fp16, Fp32, float>>},
});

}  // namespace ulpgate::cuda_headers::inline ULPGATE_SIDE
