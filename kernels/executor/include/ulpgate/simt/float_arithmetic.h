#pragma once
// CUDA's fp32 and fp64 arithmetic with the rounding in the name, as the device has it without -ftz=true.
//
// The suffix says the direction: _rn nearest (ties to even), _rz toward zero, _ru up, _rd down. All of them
// are exact up to that one rounding. _rz, _ru and _rd are integer arithmetic: they neither read nor change
// the floating-point environment. _rn is the processor's own arithmetic in its default environment. In fp32 a
// NaN result is 0x7FFFFFFF, as on the device.
#include <bit>
#include <cstdint>
#include <math.h>

#include "ulpgate/simt/exact_arithmetic.h"
#include "ulpgate/simt/host_function.h"

namespace simt::arithmetic {
SIMT_FUNCTION std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }
SIMT_FUNCTION std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }
SIMT_FUNCTION float number(std::uint32_t code) { return std::bit_cast<float>(code); }
SIMT_FUNCTION double number(std::uint64_t code) { return std::bit_cast<double>(code); }
SIMT_FUNCTION float device_nan(float x) { return x == x ? x : number(Single::nan); }
}  // namespace simt::arithmetic

#define SIMT_ROUNDED(suffix, direction)                                                                    \
  SIMT_FUNCTION float __fadd_##suffix(float x, float y) {                                                  \
    using namespace simt::arithmetic;                                                                      \
    return number(add<Single>(bits(x), bits(y), Rounding::direction));                                     \
  }                                                                                                        \
  SIMT_FUNCTION float __fsub_##suffix(float x, float y) {                                                  \
    using namespace simt::arithmetic;                                                                      \
    return number(subtract<Single>(bits(x), bits(y), Rounding::direction));                                \
  }                                                                                                        \
  SIMT_FUNCTION float __fmul_##suffix(float x, float y) {                                                  \
    using namespace simt::arithmetic;                                                                      \
    return number(multiply<Single>(bits(x), bits(y), Rounding::direction));                                \
  }                                                                                                        \
  SIMT_FUNCTION float __fmaf_##suffix(float x, float y, float z) {                                         \
    using namespace simt::arithmetic;                                                                      \
    return number(multiply_add<Single>(bits(x), bits(y), bits(z), Rounding::direction));                   \
  }                                                                                                        \
  SIMT_FUNCTION float __fmaf_ieee_##suffix(float x, float y, float z) { return __fmaf_##suffix(x, y, z); } \
  SIMT_FUNCTION float __fdiv_##suffix(float x, float y) {                                                  \
    using namespace simt::arithmetic;                                                                      \
    return number(divide<Single>(bits(x), bits(y), Rounding::direction));                                  \
  }                                                                                                        \
  SIMT_FUNCTION float __frcp_##suffix(float x) { return __fdiv_##suffix(1.0f, x); }                        \
  SIMT_FUNCTION float __fsqrt_##suffix(float x) {                                                          \
    using namespace simt::arithmetic;                                                                      \
    return number(square_root<Single>(bits(x), Rounding::direction));                                      \
  }                                                                                                        \
  SIMT_FUNCTION double __dadd_##suffix(double x, double y) {                                               \
    using namespace simt::arithmetic;                                                                      \
    return number(add<Double>(bits(x), bits(y), Rounding::direction));                                     \
  }                                                                                                        \
  SIMT_FUNCTION double __dsub_##suffix(double x, double y) {                                               \
    using namespace simt::arithmetic;                                                                      \
    return number(subtract<Double>(bits(x), bits(y), Rounding::direction));                                \
  }                                                                                                        \
  SIMT_FUNCTION double __dmul_##suffix(double x, double y) {                                               \
    using namespace simt::arithmetic;                                                                      \
    return number(multiply<Double>(bits(x), bits(y), Rounding::direction));                                \
  }                                                                                                        \
  SIMT_FUNCTION double __fma_##suffix(double x, double y, double z) {                                      \
    using namespace simt::arithmetic;                                                                      \
    return number(multiply_add<Double>(bits(x), bits(y), bits(z), Rounding::direction));                   \
  }                                                                                                        \
  SIMT_FUNCTION double __ddiv_##suffix(double x, double y) {                                               \
    using namespace simt::arithmetic;                                                                      \
    return number(divide<Double>(bits(x), bits(y), Rounding::direction));                                  \
  }                                                                                                        \
  SIMT_FUNCTION double __drcp_##suffix(double x) { return __ddiv_##suffix(1.0, x); }                       \
  SIMT_FUNCTION double __dsqrt_##suffix(double x) {                                                        \
    using namespace simt::arithmetic;                                                                      \
    return number(square_root<Double>(bits(x), Rounding::direction));                                      \
  }
SIMT_ROUNDED(rz, toward_zero)
SIMT_ROUNDED(ru, up)
SIMT_ROUNDED(rd, down)
#undef SIMT_ROUNDED

SIMT_FUNCTION float __fadd_rn(float x, float y) { return simt::arithmetic::device_nan(x + y); }
SIMT_FUNCTION float __fsub_rn(float x, float y) { return simt::arithmetic::device_nan(x - y); }
SIMT_FUNCTION float __fmul_rn(float x, float y) { return simt::arithmetic::device_nan(x * y); }
SIMT_FUNCTION float __fmaf_rn(float x, float y, float z) {
  return simt::arithmetic::device_nan(fmaf(x, y, z));
}
SIMT_FUNCTION float __fmaf_ieee_rn(float x, float y, float z) { return __fmaf_rn(x, y, z); }
SIMT_FUNCTION float __fdiv_rn(float x, float y) { return simt::arithmetic::device_nan(x / y); }
SIMT_FUNCTION float __frcp_rn(float x) { return simt::arithmetic::device_nan(1.0f / x); }
SIMT_FUNCTION float __fsqrt_rn(float x) { return simt::arithmetic::device_nan(sqrtf(x)); }
SIMT_FUNCTION float __frsqrt_rn(float x) {
  using namespace simt::arithmetic;
  return number(reciprocal_square_root<Single>(bits(x), Rounding::nearest_even));
}
SIMT_FUNCTION double __dadd_rn(double x, double y) { return x + y; }
SIMT_FUNCTION double __dsub_rn(double x, double y) { return x - y; }
SIMT_FUNCTION double __dmul_rn(double x, double y) { return x * y; }
SIMT_FUNCTION double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
SIMT_FUNCTION double __ddiv_rn(double x, double y) { return x / y; }
SIMT_FUNCTION double __drcp_rn(double x) { return 1.0 / x; }
SIMT_FUNCTION double __dsqrt_rn(double x) { return sqrt(x); }
