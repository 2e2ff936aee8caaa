#pragma once
// How NVIDIA's types lie in ulpgate's buffers: one type a format, with the element in memory, its value, and
// back.
#include <cstdint>

#include "kernels/adapters/cuda_headers/entry_point.h"

namespace ulpgate::cuda_headers::inline ULPGATE_SIDE {

struct Fp32 {
  using Element = float;
  static ULPGATE_APPLY float load(Element x) { return x; }
  static ULPGATE_APPLY Element store(float x) { return x; }
};

struct Fp64 {
  using Element = double;
  static ULPGATE_APPLY double load(Element x) { return x; }
  static ULPGATE_APPLY Element store(double x) { return x; }
};

struct Int32 {
  using Element = std::int32_t;
  static ULPGATE_APPLY int load(Element x) { return x; }
};

struct Int64 {
  using Element = std::int64_t;
  static ULPGATE_APPLY long long load(Element x) { return x; }
};

struct Fp16 {
  using Element = std::uint16_t;
  static ULPGATE_APPLY __half load(Element code) {
    __half_raw raw;
    raw.x = code;
    return __half(raw);
  }
  static ULPGATE_APPLY Element store(const __half_raw& x) { return x.x; }
};

struct Bf16 {
  using Element = std::uint16_t;
  static ULPGATE_APPLY __nv_bfloat16 load(Element code) {
    __nv_bfloat16_raw raw;
    raw.x = code;
    return __nv_bfloat16(raw);
  }
  static ULPGATE_APPLY Element store(const __nv_bfloat16_raw& x) { return x.x; }
};

/// A one-byte format held by NVIDIA's class Type.
template <typename Type>
struct Byte {
  using Element = std::uint8_t;
  static ULPGATE_APPLY Type load(Element code) {
    Type x;
    x.__x = code;
    return x;
  }
  static ULPGATE_APPLY Element store(const Type& x) { return x.__x; }
};

using E4m3 = Byte<__nv_fp8_e4m3>;
using E5m2 = Byte<__nv_fp8_e5m2>;
#if defined(ULPGATE_CUDA_SUB_BYTE)
using E8m0 = Byte<__nv_fp8_e8m0>;
using E3m2 = Byte<__nv_fp6_e3m2>;
using E2m3 = Byte<__nv_fp6_e2m3>;
using E2m1 = Byte<__nv_fp4_e2m1>;
#endif

/// A function of the headers from one value to one.
template <typename FromFormat, typename ToFormat, auto function>
struct Function {
  using From = typename FromFormat::Element;
  using To = typename ToFormat::Element;
  static constexpr int lanes = 1;
  static ULPGATE_APPLY To apply(From x) { return ToFormat::store(function(FromFormat::load(x))); }
};

/// The class Type of the target, constructed from the source's value.
template <typename FromFormat, typename ToFormat, typename Type>
struct Construct {
  using From = typename FromFormat::Element;
  using To = typename ToFormat::Element;
  static constexpr int lanes = 1;
  static ULPGATE_APPLY To apply(From x) { return ToFormat::store(static_cast<Type>(FromFormat::load(x))); }
};

}  // namespace ulpgate::cuda_headers::inline ULPGATE_SIDE
