#pragma once
// What fp16 and bf16 have in common.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "ulpgate/simt/float_arithmetic.h"
#include "ulpgate/simt/integer_rounding.h"

namespace simt::arithmetic {

template <class Number>
struct Narrow;

template <>
struct Narrow<__half> {
  using Layout = Half;
  using Pair = __half2;
  static std::uint16_t code(__half x) { return __half_as_ushort(x); }
  static __half number(std::uint16_t code) { return __ushort_as_half(code); }
};

template <>
struct Narrow<__nv_bfloat16> {
  using Layout = Bfloat16;
  using Pair = __nv_bfloat162;
  static std::uint16_t code(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }
  static __nv_bfloat16 number(std::uint16_t code) { return __ushort_as_bfloat16(code); }
};

template <class Number>
SIMT_FUNCTION double wide(Number x) {
  using N = Narrow<Number>;
  return number(convert<Double, typename N::Layout>(N::code(x), Rounding::nearest_even));
}

/// Rounded to nearest, ties to even.
template <class Number>
SIMT_FUNCTION Number narrow(double x) {
  using N = Narrow<Number>;
  return N::number(convert<typename N::Layout, Double>(bits(x), Rounding::nearest_even));
}

template <class Number>
SIMT_FUNCTION Number to_integral(Number x, Rounding rounding) {
  using N = Narrow<Number>;
  return N::number(to_integral<typename N::Layout>(N::code(x), rounding));
}

}  // namespace simt::arithmetic
