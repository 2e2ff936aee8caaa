#pragma once
// CUDA's device functions of integers, and its global min and max. What overflows wraps.
#include <cstdint>
#include <math.h>

#include "ulpgate/simt/host_function.h"
#include "ulpgate/simt/rounding.h"

SIMT_FUNCTION int __mulhi(int x, int y) { return static_cast<int>((std::int64_t{x} * y) >> 32); }
SIMT_FUNCTION unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>((std::uint64_t{x} * y) >> 32);
}
SIMT_FUNCTION unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>((simt::arithmetic::Wide{x} * y) >> 64);
}
SIMT_FUNCTION long long __mul64hi(long long x, long long y) {
  __extension__ using Signed = __int128;
  return static_cast<long long>((Signed{x} * y) >> 64);
}

/// Lowest 32 bits of the product of the lowest 24 bits.
SIMT_FUNCTION unsigned __umul24(unsigned x, unsigned y) { return (x & 0xFFFFFFu) * (y & 0xFFFFFFu); }
SIMT_FUNCTION int __mul24(int x, int y) {
  const auto extended = [](int z) { return static_cast<int>(static_cast<unsigned>(z) << 8) >> 8; };
  return static_cast<int>(static_cast<unsigned>(extended(x)) * static_cast<unsigned>(extended(y)));
}

/// |x - y| + z.
SIMT_FUNCTION unsigned __usad(unsigned x, unsigned y, unsigned z) { return (x > y ? x - y : y - x) + z; }
SIMT_FUNCTION unsigned __sad(int x, int y, unsigned z) {
  const auto difference = static_cast<unsigned>(x) - static_cast<unsigned>(y);
  return (x > y ? difference : 0u - difference) + z;
}
/// (x + y) / 2 and (x + y + 1) / 2 without overflow, rounded down.
SIMT_FUNCTION int __hadd(int x, int y) { return static_cast<int>((std::int64_t{x} + y) >> 1); }
SIMT_FUNCTION int __rhadd(int x, int y) { return static_cast<int>((std::int64_t{x} + y + 1) >> 1); }
SIMT_FUNCTION unsigned __uhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((std::uint64_t{x} + y) >> 1);
}
SIMT_FUNCTION unsigned __urhadd(unsigned x, unsigned y) {
  return static_cast<unsigned>((std::uint64_t{x} + y + 1) >> 1);
}

/// Sum of the products of four signed (unsigned) bytes, and c.
SIMT_FUNCTION int __dp4a(int a, int b, int c) {
  auto sum = static_cast<unsigned>(c);
  for (int i = 0; i < 32; i += 8) {
    sum += static_cast<unsigned>(static_cast<std::int8_t>(a >> i) * static_cast<std::int8_t>(b >> i));
  }
  return static_cast<int>(sum);
}
SIMT_FUNCTION unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 0xFF) * (b >> i & 0xFF);
  return c;
}

SIMT_FUNCTION unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
SIMT_FUNCTION unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
SIMT_FUNCTION long long llmin(long long a, long long b) { return a < b ? a : b; }
SIMT_FUNCTION long long llmax(long long a, long long b) { return a < b ? b : a; }
SIMT_FUNCTION unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
SIMT_FUNCTION unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a < b ? b : a; }

// As CUDA declares them: where one argument is unsigned, both are taken as unsigned.
#define SIMT_MIN_MAX(result, first, second)                                          \
  SIMT_FUNCTION result min(first a, second b) {                                      \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a)  \
                                                           : static_cast<result>(b); \
  }                                                                                  \
  SIMT_FUNCTION result max(first a, second b) {                                      \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(b)  \
                                                           : static_cast<result>(a); \
  }
SIMT_MIN_MAX(int, int, int)
SIMT_MIN_MAX(unsigned, unsigned, unsigned)
SIMT_MIN_MAX(unsigned, int, unsigned)
SIMT_MIN_MAX(unsigned, unsigned, int)
SIMT_MIN_MAX(long, long, long)
SIMT_MIN_MAX(unsigned long, unsigned long, unsigned long)
SIMT_MIN_MAX(unsigned long, long, unsigned long)
SIMT_MIN_MAX(unsigned long, unsigned long, long)
SIMT_MIN_MAX(long long, long long, long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef SIMT_MIN_MAX

// Of floating-point numbers: a NaN beside a number is ignored.
SIMT_FUNCTION float min(float a, float b) { return fminf(a, b); }
SIMT_FUNCTION double min(double a, double b) { return fmin(a, b); }
SIMT_FUNCTION double min(float a, double b) { return fmin(static_cast<double>(a), b); }
SIMT_FUNCTION double min(double a, float b) { return fmin(a, static_cast<double>(b)); }
SIMT_FUNCTION float max(float a, float b) { return fmaxf(a, b); }
SIMT_FUNCTION double max(double a, double b) { return fmax(a, b); }
SIMT_FUNCTION double max(float a, double b) { return fmax(static_cast<double>(a), b); }
SIMT_FUNCTION double max(double a, float b) { return fmax(a, static_cast<double>(b)); }
