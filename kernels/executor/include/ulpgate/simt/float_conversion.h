#pragma once
// CUDA's conversions of fp32 and fp64: to and from integers and to each other, with the rounding in the name.
// Integer arithmetic throughout. Out of an integer's range: its nearest end. NaN: what PTX's cvt makes of it,
// 0, but 0x80... where either side has 64 bits.
#include "ulpgate/simt/float_arithmetic.h"
#include "ulpgate/simt/integer_rounding.h"

#define SIMT_CONVERSIONS(suffix, direction)                               \
  SIMT_FUNCTION float __double2float_##suffix(double x) {                 \
    using namespace simt::arithmetic;                                     \
    return number(convert<Single, Double>(bits(x), Rounding::direction)); \
  }                                                                       \
  SIMT_CONVERSION_OF(int, int, suffix, direction)                         \
  SIMT_CONVERSION_OF(uint, unsigned, suffix, direction)                   \
  SIMT_CONVERSION_OF(ll, long long, suffix, direction)                    \
  SIMT_CONVERSION_OF(ull, unsigned long long, suffix, direction)          \
  SIMT_CONVERSION_TO_DOUBLE(ll, long long, suffix, direction)             \
  SIMT_CONVERSION_TO_DOUBLE(ull, unsigned long long, suffix, direction)

#define SIMT_CONVERSION_OF(name, integer, suffix, direction)          \
  SIMT_FUNCTION integer __float2##name##_##suffix(float x) {          \
    using namespace simt::arithmetic;                                 \
    return to_integer<Single, integer>(bits(x), Rounding::direction); \
  }                                                                   \
  SIMT_FUNCTION integer __double2##name##_##suffix(double x) {        \
    using namespace simt::arithmetic;                                 \
    return to_integer<Double, integer>(bits(x), Rounding::direction); \
  }                                                                   \
  SIMT_FUNCTION float __##name##2float_##suffix(integer x) {          \
    using namespace simt::arithmetic;                                 \
    return number(from_integer<Single>(x, Rounding::direction));      \
  }

#define SIMT_CONVERSION_TO_DOUBLE(name, integer, suffix, direction) \
  SIMT_FUNCTION double __##name##2double_##suffix(integer x) {      \
    using namespace simt::arithmetic;                               \
    return number(from_integer<Double>(x, Rounding::direction));    \
  }

SIMT_CONVERSIONS(rn, nearest_even)
SIMT_CONVERSIONS(rz, toward_zero)
SIMT_CONVERSIONS(ru, up)
SIMT_CONVERSIONS(rd, down)
#undef SIMT_CONVERSIONS
#undef SIMT_CONVERSION_OF
#undef SIMT_CONVERSION_TO_DOUBLE

SIMT_FUNCTION double __int2double_rn(int x) { return x; }
SIMT_FUNCTION double __uint2double_rn(unsigned x) { return x; }
