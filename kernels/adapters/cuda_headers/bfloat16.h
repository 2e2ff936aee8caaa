#pragma once
// cuda_bf16.h: to and from __nv_bfloat16, and between it and __half.
#include <array>

#include "kernels/adapters/cuda_headers/elements.h"

namespace ulpgate::cuda_headers::inline ULPGATE_SIDE {

struct Floats2bfloat162 {
  using From = float;
  using To = std::uint16_t;
  static constexpr int lanes = 2;
  static ULPGATE_APPLY Pair<To> apply(From x, From y) {
    const __nv_bfloat162_raw to = __floats2bfloat162_rn(x, y);
    return {to.x, to.y};
  }
};

struct Float22bfloat162 {
  using From = float;
  using To = std::uint16_t;
  static constexpr int lanes = 2;
  static ULPGATE_APPLY Pair<To> apply(From x, From y) {
    const __nv_bfloat162_raw to = __float22bfloat162_rn(make_float2(x, y));
    return {to.x, to.y};
  }
};

struct Bfloat1622float2 {
  using From = std::uint16_t;
  using To = float;
  static constexpr int lanes = 2;
  static ULPGATE_APPLY Pair<To> apply(From x, From y) {
    const float2 to = __bfloat1622float2(__halves2bfloat162(Bf16::load(x), Bf16::load(y)));
    return {to.x, to.y};
  }
};

template <auto function>
using FloatToBfloat16 = Function<Fp32, Bf16, function>;
template <auto function>
using IntToBfloat16 = Function<Int32, Bf16, function>;
template <auto function>
using LongToBfloat16 = Function<Int64, Bf16, function>;

inline constexpr ConvertClaims bfloat16_nearest{.nan = undocumented_nan("code:0x7fff")};
inline constexpr ConvertClaims bfloat16_zero{.rounding = "toward_zero",
                                             .nan = undocumented_nan("code:0x7fff")};
inline constexpr ConvertClaims bfloat16_down{.rounding = "down", .nan = undocumented_nan("code:0x7fff")};
inline constexpr ConvertClaims bfloat16_up{.rounding = "up", .nan = undocumented_nan("code:0x7fff")};
inline constexpr ConvertClaims bfloat16_to_float{.nan = "any"};

template <typename Runner>
inline constexpr auto bfloat16_rows = std::to_array<Row>({
  {"__float2bfloat16", "fp32", "bf16", bfloat16_nearest,
   Runner::template run<FloatToBfloat16<__float2bfloat16>>},
      {"__float2bfloat16_rn", "fp32", "bf16", bfloat16_nearest,
       Runner::template run<FloatToBfloat16<__float2bfloat16_rn>>},
      {"__float2bfloat16_rz", "fp32", "bf16", bfloat16_zero,
       Runner::template run<FloatToBfloat16<__float2bfloat16_rz>>},
      {"__float2bfloat16_rd", "fp32", "bf16", bfloat16_down,
       Runner::template run<FloatToBfloat16<__float2bfloat16_rd>>},
      {"__float2bfloat16_ru", "fp32", "bf16", bfloat16_up,
       Runner::template run<FloatToBfloat16<__float2bfloat16_ru>>},
      {"__floats2bfloat162_rn", "fp32", "bf16", bfloat16_nearest, Runner::template run<Floats2bfloat162>},
      {"__float22bfloat162_rn", "fp32", "bf16", bfloat16_nearest, Runner::template run<Float22bfloat162>},
      {"__nv_bfloat16.ctor", "fp32", "bf16", bfloat16_nearest,
       Runner::template run<Construct<Fp32, Bf16, __nv_bfloat16>>},
      {"__double2bfloat16", "fp64", "bf16", bfloat16_nearest,
       Runner::template run<Function<Fp64, Bf16, __double2bfloat16>>},
      {"__nv_bfloat16.ctor", "fp64", "bf16", bfloat16_nearest,
       Runner::template run<Construct<Fp64, Bf16, __nv_bfloat16>>},
      {"__int2bfloat16_rn", "int32", "bf16", bfloat16_nearest,
       Runner::template run<IntToBfloat16<__int2bfloat16_rn>>},
      {"__nv_bfloat16.ctor", "int32", "bf16", bfloat16_nearest,
       Runner::template run<Construct<Int32, Bf16, __nv_bfloat16>>},
      {"__ll2bfloat16_rn", "int64", "bf16", bfloat16_nearest,
       Runner::template run<LongToBfloat16<__ll2bfloat16_rn>>},
      {"__nv_bfloat16.ctor", "int64", "bf16", bfloat16_nearest,
       Runner::template run<Construct<Int64, Bf16, __nv_bfloat16>>},
#if defined(__CUDACC__)
      {"__int2bfloat16_rz", "int32", "bf16", bfloat16_zero,
       Runner::template run<IntToBfloat16<__int2bfloat16_rz>>},
      {"__int2bfloat16_rd", "int32", "bf16", bfloat16_down,
       Runner::template run<IntToBfloat16<__int2bfloat16_rd>>},
      {"__int2bfloat16_ru", "int32", "bf16", bfloat16_up,
       Runner::template run<IntToBfloat16<__int2bfloat16_ru>>},
      {"__ll2bfloat16_rz", "int64", "bf16", bfloat16_zero,
       Runner::template run<LongToBfloat16<__ll2bfloat16_rz>>},
      {"__ll2bfloat16_rd", "int64", "bf16", bfloat16_down,
       Runner::template run<LongToBfloat16<__ll2bfloat16_rd>>},
      {"__ll2bfloat16_ru", "int64", "bf16", bfloat16_up,
       Runner::template run<LongToBfloat16<__ll2bfloat16_ru>>},
#endif
      {"__bfloat162float", "bf16", "fp32", bfloat16_to_float,
       Runner::template run<Function<Bf16, Fp32, __bfloat162float>>},
      {"__bfloat1622float2", "bf16", "fp32", bfloat16_to_float, Runner::template run<Bfloat1622float2>},
      {"__nv_bfloat16.to_float", "bf16", "fp32", bfloat16_to_float,
       Runner::template run<Construct<Bf16, Fp32, float>>},
      {"__nv_bfloat16.ctor", "fp16", "bf16", bfloat16_nearest,
       Runner::template run<Construct<Fp16, Bf16, __nv_bfloat16>>},
      {"__half.ctor", "bf16", "fp16", bfloat16_nearest, Runner::template run<Construct<Bf16, Fp16, __half>>},
});

}  // namespace ulpgate::cuda_headers::inline ULPGATE_SIDE
