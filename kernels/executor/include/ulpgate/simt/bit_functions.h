#pragma once
// CUDA's device functions that look at bits.
#include <bit>
#include <cstdint>

#include "ulpgate/simt/host_function.h"

SIMT_FUNCTION int __float_as_int(float x) { return std::bit_cast<int>(x); }
SIMT_FUNCTION unsigned __float_as_uint(float x) { return std::bit_cast<unsigned>(x); }
SIMT_FUNCTION float __int_as_float(int x) { return std::bit_cast<float>(x); }
SIMT_FUNCTION float __uint_as_float(unsigned x) { return std::bit_cast<float>(x); }
SIMT_FUNCTION long long __double_as_longlong(double x) { return std::bit_cast<long long>(x); }
SIMT_FUNCTION double __longlong_as_double(long long x) { return std::bit_cast<double>(x); }
SIMT_FUNCTION int __double2hiint(double x) { return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 32); }
SIMT_FUNCTION int __double2loint(double x) {
  return static_cast<int>(static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(x)));
}
SIMT_FUNCTION double __hiloint2double(int high, int low) {
  return std::bit_cast<double>(std::uint64_t{static_cast<std::uint32_t>(high)} << 32 |
                               static_cast<std::uint32_t>(low));
}

SIMT_FUNCTION int __clz(int x) { return std::countl_zero(static_cast<unsigned>(x)); }
SIMT_FUNCTION int __clzll(long long x) { return std::countl_zero(static_cast<unsigned long long>(x)); }
SIMT_FUNCTION int __popc(unsigned x) { return std::popcount(x); }
SIMT_FUNCTION int __popcll(unsigned long long x) { return std::popcount(x); }
/// Position of the lowest set bit, from 1; zero has none: 0.
SIMT_FUNCTION int __ffs(int x) { return x == 0 ? 0 : 1 + std::countr_zero(static_cast<unsigned>(x)); }
SIMT_FUNCTION int __ffsll(long long x) {
  return x == 0 ? 0 : 1 + std::countr_zero(static_cast<unsigned long long>(x));
}

SIMT_FUNCTION unsigned __brev(unsigned x) {
  x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
  x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
  x = (x & 0x0F0F0F0Fu) << 4 | (x >> 4 & 0x0F0F0F0Fu);
  x = (x & 0x00FF00FFu) << 8 | (x >> 8 & 0x00FF00FFu);
  return std::rotl(x, 16);
}
SIMT_FUNCTION unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
         __brev(static_cast<unsigned>(x >> 32));
}

/// Byte i of the result is the byte of y:x (8 of them, x's first) that the lowest three bits of nibble i of
/// `selector` name. A nibble's highest bit is not looked at.
SIMT_FUNCTION unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const std::uint64_t bytes = std::uint64_t{y} << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned from = selector >> (4 * i) & 7;
    result |= static_cast<unsigned>(bytes >> (8 * from) & 0xFF) << (8 * i);
  }
  return result;
}

/// high:low shifted left, the upper word; `_l` takes the shift modulo 32, `_lc` clamps it to 32.
SIMT_FUNCTION unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((std::uint64_t{high} << 32 | low) << (shift & 31) >> 32);
}
SIMT_FUNCTION unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
/// high:low shifted right, the lower word.
SIMT_FUNCTION unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((std::uint64_t{high} << 32 | low) >> (shift & 31));
}
SIMT_FUNCTION unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
