#pragma once
// CUDA's fused multiply-adds of fp16 and bf16, which NVIDIA's headers have on the device alone. Rounded once,
// to nearest, ties to even; subnormals kept; a NaN result is 0x7FFF.
#include "ulpgate/simt/narrow.h"

namespace simt::arithmetic {

template <class Number>
SIMT_FUNCTION Number fused(Number a, Number b, Number c) {
  using N = Narrow<Number>;
  return N::number(
      multiply_add<typename N::Layout>(N::code(a), N::code(b), N::code(c), Rounding::nearest_even));
}

/// Clamped to [0, 1]; NaN and -0 become +0.
template <class Number>
SIMT_FUNCTION Number saturated(Number x) {
  using N = Narrow<Number>;
  using L = typename N::Layout;
  const auto code = N::code(x);
  if (is_nan<L>(code) || is_negative<L>(code)) return N::number(0);
  return N::number(code > L::one ? L::one : code);
}

/// Negative numbers and -0 become +0; a NaN stays one.
template <class Number>
SIMT_FUNCTION Number rectified(Number x) {
  using N = Narrow<Number>;
  using L = typename N::Layout;
  return is_negative<L>(N::code(x)) && !is_nan<L>(N::code(x)) ? N::number(0) : x;
}

}  // namespace simt::arithmetic

#define SIMT_FUSED(Number, Pair)                                                                           \
  SIMT_FUNCTION Number __hfma(const Number a, const Number b, const Number c) {                            \
    return simt::arithmetic::fused(a, b, c);                                                               \
  }                                                                                                        \
  SIMT_FUNCTION Number __hfma_sat(const Number a, const Number b, const Number c) {                        \
    return simt::arithmetic::saturated(__hfma(a, b, c));                                                   \
  }                                                                                                        \
  SIMT_FUNCTION Number __hfma_relu(const Number a, const Number b, const Number c) {                       \
    return simt::arithmetic::rectified(__hfma(a, b, c));                                                   \
  }                                                                                                        \
  SIMT_FUNCTION Pair __hfma2(const Pair a, const Pair b, const Pair c) {                                   \
    return Pair(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));                                             \
  }                                                                                                        \
  SIMT_FUNCTION Pair __hfma2_sat(const Pair a, const Pair b, const Pair c) {                               \
    return Pair(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));                                     \
  }                                                                                                        \
  SIMT_FUNCTION Pair __hfma2_relu(const Pair a, const Pair b, const Pair c) {                              \
    return Pair(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));                                   \
  }                                                                                                        \
  /* Complex a * b + c, as CUDA documents its two steps for each part. */                                  \
  SIMT_FUNCTION Pair __hcmadd(const Pair a, const Pair b, const Pair c) {                                  \
    return Pair(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))); \
  }
SIMT_FUSED(__half, __half2)
SIMT_FUSED(__nv_bfloat16, __nv_bfloat162)
#undef SIMT_FUSED
