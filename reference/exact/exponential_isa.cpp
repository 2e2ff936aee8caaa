// The inner loops of exponential.h. CMake compiles this file once for each instruction set, into
// ULPGATE_ISA's namespace. Loops have no branches, so that the compiler makes vectors of them. Nothing here
// may be an inline function of a header: the linker would keep one copy for all.
#include "reference/exact/exponential_isa.h"

#include "reference/exact/exponential_table.h"

namespace ulpgate::exp_kernels::ULPGATE_ISA {
namespace {

#include "reference/exact/error_free_isa.h"

/// |a| >= |b|, or a = 0.
[[gnu::always_inline]] inline Pair fast_two_sum(double a, double b) {
  const double s = a + b;
  return {s, b - (s - a)};
}

[[gnu::always_inline]] inline Pair times(Pair x, Pair y) {
  const Pair p = two_product(x.high, y.high);
  return fast_two_sum(p.high, p.low + (x.high * y.low + x.low * y.high));
}

/// |c| above |x|: the sum's high parts do not cancel.
[[gnu::always_inline]] inline Pair plus(Pair c, Pair x) {
  const Pair s = fast_two_sum(c.high, x.high);
  return fast_two_sum(s.high, s.low + (c.low + x.low));
}

[[gnu::always_inline]] inline Pair factorial(int n) {
  return {inverse_factorial[n], inverse_factorial_low[n]};
}

[[gnu::always_inline]] inline Pair exponential_of(double high, double low) {
  constexpr double magic = 0x1.8p52;
  constexpr double per_ln2 = 0x1.71547652b82fep+6;  // 64 / ln 2
  const double shifted = high * per_ln2 + magic;
  const double k = shifted - magic;
  // Its lowest bits are k; 2^16 more makes them positive.
  const auto index = static_cast<std::uint64_t>(__builtin_bit_cast(std::int64_t, shifted) -
                                                __builtin_bit_cast(std::int64_t, magic) + 65536);
  const double first = high - k * reduction[0];
  const Pair second = two_product(k, reduction[1]);
  const Pair r0 = two_sum(first, -second.high);
  const Pair r = two_sum(r0.high, r0.low + ((low - second.low) - k * reduction[2]));

  const double* f = inverse_factorial;
  const double tail = f[6] + r.high * (f[7] + r.high * (f[8] + r.high * (f[9] + r.high * f[10])));
  Pair p = plus(factorial(5), two_product(r.high, tail));
  p = plus(factorial(4), times(r, p));
  p = plus(factorial(3), times(r, p));
  p = plus(factorial(2), times(r, p));
  p = plus(factorial(1), times(r, p));
  p = times(r, p);  // e^r - 1

  const Pair root{roots_high[index & 63], roots_low[index & 63]};
  const Pair e = plus(root, times(root, p));
  const double scale = __builtin_bit_cast(double, ((index >> 6) - 1) << 52);  // 2^(k div 64)
  return {e.high * scale, e.low * scale};
}

void exponentials_of(const double* high, const double* low, std::int64_t count, double* out_high,
                     double* out_low) {
#pragma GCC ivdep
  for (std::int64_t i = 0; i < count; ++i) {
    const Pair e = exponential_of(high[i], low[i]);
    out_high[i] = e.high;
    out_low[i] = e.low;
  }
}

PairSum sum_of(const double* high, const double* low, std::int64_t count) {
  constexpr std::int64_t lanes = 8;
  double sums[lanes] = {}, rests[lanes] = {};
  const auto add = [&](std::int64_t lane, double h, double l) {
    const Pair s = two_sum(sums[lane], h);
    const Pair p = fast_two_sum(s.high, s.low + (rests[lane] + l));
    sums[lane] = p.high;
    rests[lane] = p.low;
  };
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::int64_t lane = 0; lane < lanes; ++lane) add(lane, high[i + lane], low[i + lane]);
  }
  for (; i < count; ++i) add(i % lanes, high[i], low[i]);
  for (std::int64_t lane = 1; lane < lanes; ++lane) add(0, sums[lane], rests[lane]);
  return {sums[0], rests[0]};
}

void differences(const double* __restrict x, double subtrahend, std::int64_t count, double* __restrict high,
                 double* __restrict low) {
  for (std::int64_t i = 0; i < count; ++i) {
    const Pair d = two_sum(x[i], -subtrahend);
    high[i] = d.high;
    low[i] = d.low;
  }
}

void multiply(double* __restrict high, double* __restrict low, std::int64_t count, PairSum factor) {
  const Pair f{factor.high, factor.low};
  for (std::int64_t i = 0; i < count; ++i) {
    const Pair p = times({high[i], low[i]}, f);
    high[i] = p.high;
    low[i] = p.low;
  }
}

void add(double* __restrict high, double* __restrict low, std::int64_t count, PairSum addend) {
  for (std::int64_t i = 0; i < count; ++i) {
    const Pair s = two_sum(high[i], addend.high);
    const Pair p = fast_two_sum(s.high, s.low + (low[i] + addend.low));
    high[i] = p.high;
    low[i] = p.low;
  }
}

}  // namespace

Kernels kernels() { return {exponentials_of, sum_of, differences, multiply, add}; }

}  // namespace ulpgate::exp_kernels::ULPGATE_ISA
