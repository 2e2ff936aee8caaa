#pragma once
// The rows of cuda_fp6.h and cuda_fp4.h.
#include <array>

#include "kernels/adapters/cuda_headers/sub_byte.h"

#if defined(ULPGATE_CUDA_SUB_BYTE)

namespace ulpgate::cuda_headers::inline ULPGATE_SIDE {

template <typename Type>
struct NarrowNames;
template <>
struct NarrowNames<__nv_fp6_e3m2> {
  static constexpr const char* format = "e3m2";
  static constexpr const char* constructor = "__nv_fp6_e3m2.ctor";
};
template <>
struct NarrowNames<__nv_fp6_e2m3> {
  static constexpr const char* format = "e2m3";
  static constexpr const char* constructor = "__nv_fp6_e2m3.ctor";
};
template <>
struct NarrowNames<__nv_fp4_e2m1> {
  static constexpr const char* format = "e2m1";
  static constexpr const char* constructor = "__nv_fp4_e2m1.ctor";
};

inline constexpr ConvertClaims narrow_nearest{
    .overflow = "saturate", .infinity = "saturate", .nan = "max_positive"};
inline constexpr ConvertClaims narrow_zero{
    .rounding = "toward_zero", .overflow = "saturate", .infinity = "saturate", .nan = "max_positive"};

/// The rows of one format. In a variant, '#' stands for 6 or 4 (Rows::width).
template <typename Runner, typename Byte, typename Type, auto kind>
struct NarrowTable {
  using Names = NarrowNames<Type>;
  template <typename From>
  static constexpr int (*rn)(const Job&) = Runner::template run<ToNarrow<From, kind, cudaRoundNearest>>;
  template <typename From>
  static constexpr int (*rz)(const Job&) = Runner::template run<ToNarrow<From, kind, cudaRoundZero>>;
  template <typename From>
  static constexpr int (*rn2)(const Job&) = Runner::template run<ToNarrow2<From, kind, cudaRoundNearest>>;
  template <typename From>
  static constexpr int (*rz2)(const Job&) = Runner::template run<ToNarrow2<From, kind, cudaRoundZero>>;
  template <typename From>
  static constexpr int (*ctor)(const Job&) = Runner::template run<Construct<From, Byte, Type>>;
  template <typename To, typename As>
  static constexpr int (*cast)(const Job&) = Runner::template run<Construct<Byte, To, As>>;

  static constexpr ConvertClaims n = narrow_nearest;
  static constexpr ConvertClaims z = narrow_zero;
  static constexpr ConvertClaims widened{};

  static constexpr auto rows = std::to_array<Row>({
      {"__nv_cvt_float_to_fp#.rn", "fp32", Names::format, n, rn<Fp32>},
      {"__nv_cvt_float_to_fp#.rz", "fp32", Names::format, z, rz<Fp32>},
      {"__nv_cvt_float2_to_fp#x2.rn", "fp32", Names::format, n, rn2<Fp32>},
      {"__nv_cvt_float2_to_fp#x2.rz", "fp32", Names::format, z, rz2<Fp32>},
      {"__nv_cvt_double_to_fp#.rn", "fp64", Names::format, n, rn<Fp64>},
      {"__nv_cvt_double_to_fp#.rz", "fp64", Names::format, z, rz<Fp64>},
      {"__nv_cvt_double2_to_fp#x2.rn", "fp64", Names::format, n, rn2<Fp64>},
      {"__nv_cvt_double2_to_fp#x2.rz", "fp64", Names::format, z, rz2<Fp64>},
      {"__nv_cvt_halfraw_to_fp#.rn", "fp16", Names::format, n, rn<Fp16>},
      {"__nv_cvt_halfraw_to_fp#.rz", "fp16", Names::format, z, rz<Fp16>},
      {"__nv_cvt_halfraw2_to_fp#x2.rn", "fp16", Names::format, n, rn2<Fp16>},
      {"__nv_cvt_halfraw2_to_fp#x2.rz", "fp16", Names::format, z, rz2<Fp16>},
      {"__nv_cvt_bfloat16raw_to_fp#.rn", "bf16", Names::format, n, rn<Bf16>},
      {"__nv_cvt_bfloat16raw_to_fp#.rz", "bf16", Names::format, z, rz<Bf16>},
      {"__nv_cvt_bfloat16raw2_to_fp#x2.rn", "bf16", Names::format, n, rn2<Bf16>},
      {"__nv_cvt_bfloat16raw2_to_fp#x2.rz", "bf16", Names::format, z, rz2<Bf16>},
      {Names::constructor, "fp32", Names::format, n, ctor<Fp32>},
      {Names::constructor, "fp64", Names::format, n, ctor<Fp64>},
      {Names::constructor, "fp16", Names::format, n, ctor<Fp16>},
      {Names::constructor, "bf16", Names::format, n, ctor<Bf16>},
      {Names::constructor, "int32", Names::format, n, ctor<Int32>},
      {Names::constructor, "int64", Names::format, n, ctor<Int64>},
      {"__nv_cvt_fp#_to_halfraw", Names::format, "fp16", widened, Runner::template run<NarrowToHalf<kind>>},
      {"__nv_cvt_fp#x2_to_halfraw2", Names::format, "fp16", widened,
       Runner::template run<NarrowToHalf2<kind>>},
      {"cast", Names::format, "fp16", widened, cast<Fp16, __half>},
      {"cast", Names::format, "bf16", widened, cast<Bf16, __nv_bfloat16>},
      {"cast", Names::format, "fp32", widened, cast<Fp32, float>},
      {"cast", Names::format, "fp64", widened, cast<Fp64, double>},
  });
};

template <typename Runner>
using E3m2Table = NarrowTable<Runner, E3m2, __nv_fp6_e3m2, __NV_E3M2>;
template <typename Runner>
using E2m3Table = NarrowTable<Runner, E2m3, __nv_fp6_e2m3, __NV_E2M3>;
template <typename Runner>
using E2m1Table = NarrowTable<Runner, E2m1, __nv_fp4_e2m1, __NV_E2M1>;

}  // namespace ulpgate::cuda_headers::inline ULPGATE_SIDE

#endif
