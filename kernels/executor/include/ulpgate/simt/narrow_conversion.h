#pragma once
// CUDA's conversions between fp16 or bf16 and integers that NVIDIA's headers lack on the host. Out of the
// integer's range: its nearest end. NaN: 0, but 0x8000000000000000 for 64-bit integers.
#include "ulpgate/simt/narrow.h"

#define SIMT_FROM_NARROW(prefix, Number, name, Integer)                    \
  SIMT_FROM_NARROW_IN(prefix##2##name##_rn, Number, Integer, nearest_even) \
  SIMT_FROM_NARROW_IN(prefix##2##name##_ru, Number, Integer, up)           \
  SIMT_FROM_NARROW_IN(prefix##2##name##_rd, Number, Integer, down)
#define SIMT_FROM_NARROW_IN(name, Number, Integer, direction)               \
  SIMT_FUNCTION Integer name(const Number x) {                              \
    using namespace simt::arithmetic;                                       \
    using N = Narrow<Number>;                                               \
    return to_integer<N::Layout, Integer>(N::code(x), Rounding::direction); \
  }
#define SIMT_TO_BFLOAT16(name, Integer)                             \
  SIMT_TO_BFLOAT16_IN(__##name##2bfloat16_rz, Integer, toward_zero) \
  SIMT_TO_BFLOAT16_IN(__##name##2bfloat16_ru, Integer, up)          \
  SIMT_TO_BFLOAT16_IN(__##name##2bfloat16_rd, Integer, down)
#define SIMT_TO_BFLOAT16_IN(name, Integer, direction)                                     \
  SIMT_FUNCTION __nv_bfloat16 name(const Integer x) {                                     \
    using namespace simt::arithmetic;                                                     \
    return Narrow<__nv_bfloat16>::number(from_integer<Bfloat16>(x, Rounding::direction)); \
  }

#define SIMT_NARROW_CONVERSIONS(name, Integer)               \
  SIMT_FROM_NARROW(__half, __half, name, Integer)            \
  SIMT_FROM_NARROW(__bfloat16, __nv_bfloat16, name, Integer) \
  SIMT_TO_BFLOAT16(name, Integer)
SIMT_NARROW_CONVERSIONS(short, short)
SIMT_NARROW_CONVERSIONS(ushort, unsigned short)
SIMT_NARROW_CONVERSIONS(int, int)
SIMT_NARROW_CONVERSIONS(uint, unsigned)
SIMT_NARROW_CONVERSIONS(ll, long long)
SIMT_NARROW_CONVERSIONS(ull, unsigned long long)
#undef SIMT_NARROW_CONVERSIONS
#undef SIMT_TO_BFLOAT16_IN
#undef SIMT_TO_BFLOAT16
#undef SIMT_FROM_NARROW_IN
#undef SIMT_FROM_NARROW
