// The loops of row_kernels.h. CMake compiles this file once for each instruction set, into ULPGATE_ISA's
// namespace. Loops have no branches, so that the compiler makes vectors of them. Nothing here may be an
// inline function of a header: the linker would keep one copy for all.
#include <limits>

#include "reference/oracles/norm/row_kernels.h"

namespace ulpgate::row_loops::ULPGATE_ISA {
namespace {

#include "reference/exact/error_free_isa.h"

/// Covers the roundings of radii.
constexpr double outwards = 1 + 0x1p-48;
constexpr double half_ulp = 0x1p-53;

struct Number {
  double high, low, radius;
};

[[gnu::always_inline]] inline double size(double x) { return __builtin_fabs(x); }

[[gnu::always_inline]] inline Number plus(Number x, Number y) {
  const Pair high = two_sum(x.high, y.high), low = two_sum(x.low, y.low);
  const Pair rest = two_sum(high.low, low.high);
  const Pair sum = two_sum(high.high, rest.high);
  return {sum.high, sum.low, (x.radius + y.radius + size(low.low) + size(rest.low)) * outwards};
}

/// low * low is left out; the two middle products, their sum and its sum with the product's low part are
/// rounded.
[[gnu::always_inline]] inline Number times(Number x, Number y) {
  const Pair p = two_product(x.high, y.high);
  const double a = x.high * y.low, b = x.low * y.high, middle = a + b, rest = p.low + middle;
  const double rounded = size(a) + size(b) + size(middle) + size(rest);
  const double radius = rounded * half_ulp + size(x.low * y.low) +
                        x.radius * (size(y.high) + size(y.low) + y.radius) +
                        y.radius * (size(x.high) + size(x.low));
  const Pair sum = two_sum(p.high, rest);
  return {sum.high, sum.low, radius * outwards};
}

/// By a double, and with one: what of the above is not 0.
[[gnu::always_inline]] inline Number times(Number x, double factor) {
  const Pair p = two_product(x.high, factor);
  const double b = x.low * factor, rest = p.low + b;
  const Pair sum = two_sum(p.high, rest);
  return {sum.high, sum.low, ((size(b) + size(rest)) * half_ulp + x.radius * size(factor)) * outwards};
}

[[gnu::always_inline]] inline Number plus(Number x, double addend) {
  const Pair high = two_sum(x.high, addend), rest = two_sum(high.low, x.low);
  const Pair sum = two_sum(high.high, rest.high);
  return {sum.high, sum.low, (x.radius + size(rest.low)) * outwards};
}

// Three short loops over a block that stays near: one long loop is too much for the compiler's vectors.
constexpr std::int64_t block = 256;

void ratios(const double* __restrict x, std::int64_t count, const NormTransform& t, const RowParts& out) {
  const Number offset{t.offset[0], t.offset[1], t.offset[2]}, root{t.root[0], t.root[1], t.root[2]};
  const double n = t.n;
  double* __restrict high = out.high;
  double* __restrict low = out.low;
  double* __restrict radius = out.radius;
  for (std::int64_t i = 0; i < count; ++i) {
    const Pair scaled = two_product(n, x[i]);
    const Number y = times(plus({scaled.high, scaled.low, 0}, offset), root);
    high[i] = y.high;
    low[i] = y.low;
    radius[i] = y.radius;
  }
}

void times_gamma(const double* __restrict gamma, std::int64_t count, const RowParts& out) {
  double* __restrict high = out.high;
  double* __restrict low = out.low;
  double* __restrict radius = out.radius;
  for (std::int64_t i = 0; i < count; ++i) {
    const Number y = times({high[i], low[i], radius[i]}, gamma[i]);
    high[i] = y.high;
    low[i] = y.low;
    radius[i] = y.radius;
  }
}

void times_centred_gamma(const double* __restrict gamma, double centre, std::int64_t count,
                         const RowParts& out) {
  double* __restrict high = out.high;
  double* __restrict low = out.low;
  double* __restrict radius = out.radius;
  for (std::int64_t i = 0; i < count; ++i) {
    const Pair factor = two_sum(gamma[i], centre);
    const Number y = times({high[i], low[i], radius[i]}, {factor.high, factor.low, 0});
    high[i] = y.high;
    low[i] = y.low;
    radius[i] = y.radius;
  }
}

void plus_beta(const double* __restrict beta, std::int64_t count, const RowParts& out) {
  double* __restrict high = out.high;
  double* __restrict low = out.low;
  double* __restrict radius = out.radius;
  for (std::int64_t i = 0; i < count; ++i) {
    const Number y = plus({high[i], low[i], radius[i]}, beta[i]);
    high[i] = y.high;
    low[i] = y.low;
    radius[i] = y.radius;
  }
}

void transform(const double* x, std::int64_t count, const NormTransform& t, const RowParts& out) {
  for (std::int64_t first = 0; first < count; first += block) {
    const std::int64_t here = count - first < block ? count - first : block;
    const RowParts part{out.high + first, out.low + first, out.radius + first};
    ratios(x + first, here, t, part);
    if (t.gamma != nullptr && t.gamma_offset == 0) times_gamma(t.gamma + first, here, part);
    if (t.gamma != nullptr && t.gamma_offset != 0)
      times_centred_gamma(t.gamma + first, t.gamma_offset, here, part);
    if (t.beta != nullptr) plus_beta(t.beta + first, here, part);
  }
}

[[gnu::always_inline]] inline std::uint64_t bits_of(double x) { return __builtin_bit_cast(std::uint64_t, x); }

// An integer |j| <= 2^51 is j + 1.5 * 2^52 as a double, whose bits are those of 1.5 * 2^52 and j. So sums of
// bits, modulo 2^64, are sums of integers: at most 2^11 of at most 2^51.
BlockSums sums(const double* x, std::int64_t count, double unit) {
  constexpr double magic = 0x1.8p52;
  std::uint64_t sum = 0, magnitudes = 0, upper = 0, mixed = 0, lower = 0, all = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const double k = x[i] * unit;
    const double a = (k * 0x1p-26 + magic) - magic, b = k - a * 0x1p26;
    const std::uint64_t magnitude = bits_of(__builtin_fabs(k) + magic);
    sum += bits_of(k + magic);
    magnitudes += magnitude;
    upper += bits_of(a * a + magic);
    mixed += bits_of(a * b + magic);
    lower += bits_of(b * b + magic);
    all |= magnitude;
  }
  const auto without = [&](std::uint64_t total) {
    return static_cast<std::int64_t>(total - static_cast<std::uint64_t>(count) * bits_of(magic));
  };
  constexpr std::uint64_t fraction = 0x7FFFFFFFFFFFF;
  return {without(sum), without(magnitudes), without(upper), without(mixed), without(lower), all & fraction};
}

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
#ifdef __AVX512F__
constexpr int lanes = 8;
#else
constexpr int lanes = 4;
#endif
using Lanes = std::int64_t __attribute__((vector_size(lanes * sizeof(std::int64_t))));

[[gnu::always_inline]] inline Lanes select(Lanes mask, Lanes one, Lanes other) {
  return (mask & one) | (~mask & other);
}

/// `order` is of lowest and highest.
template <bool order>
struct RangeLanes {
  Lanes largest = Lanes{} + 0, smallest = Lanes{} + most, lowest = Lanes{} + most,
        highest = Lanes{} - most - 1, significands = Lanes{} + 0;

  [[gnu::always_inline]] void take(Lanes bits) {
    constexpr std::int64_t fraction = 0xFFFFFFFFFFFFF, leading = std::int64_t{1} << 52;
    const Lanes magnitude = bits & most;
    const Lanes above_zero = magnitude | (Lanes(magnitude == 0) & most);
    largest = select(magnitude > largest, magnitude, largest);
    smallest = select(above_zero < smallest, above_zero, smallest);
    if (order) {
      const Lanes key = bits ^ (Lanes(bits < 0) & most);
      lowest = select(key < lowest, key, lowest);
      highest = select(key > highest, key, highest);
    }
    significands |= (magnitude & fraction) | (Lanes(magnitude >= leading) & leading);
  }
};

template <bool order>
[[gnu::always_inline]] inline RowRange range_of(const double* x, std::int64_t count) {
  RangeLanes<order> range;
  std::int64_t i = 0;
  Lanes bits;
  for (; i + lanes <= count; i += lanes) {
    __builtin_memcpy(&bits, x + i, sizeof bits);
    range.take(bits);
  }
  if (i < count) {
    // The first element again where the row ends.
    double rest[lanes];
    for (double& lane : rest) lane = x[i < count ? i++ : 0];
    __builtin_memcpy(&bits, rest, sizeof bits);
    range.take(bits);
  }
  RowRange result{0, most, most, -most - 1, 0};
  for (int lane = 0; lane < lanes; ++lane) {
    const auto larger = [](std::int64_t a, std::int64_t b) { return a > b ? a : b; };
    const auto smaller = [](std::int64_t a, std::int64_t b) { return a < b ? a : b; };
    result.largest = larger(result.largest, range.largest[lane]);
    result.smallest = smaller(result.smallest, range.smallest[lane]);
    if (order) {
      result.lowest = smaller(result.lowest, range.lowest[lane]);
      result.highest = larger(result.highest, range.highest[lane]);
    }
    result.significands |= static_cast<std::uint64_t>(range.significands[lane]);
  }
  return result;
}

RowRange survey(const double* x, std::int64_t count) { return range_of<true>(x, count); }
RowRange magnitudes(const double* x, std::int64_t count) { return range_of<false>(x, count); }

}  // namespace

RowKernels kernels() { return {survey, magnitudes, sums, transform}; }

}  // namespace ulpgate::row_loops::ULPGATE_ISA
