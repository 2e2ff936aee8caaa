// The loops of row_kernels.h. CMake compiles this file once for each instruction set, into ULPGATE_ISA's
// namespace. Loops have no branches, so that the compiler makes vectors of them. Nothing here may be an
// inline function of a header: the linker would keep one copy for all.
#include <limits>

#include "reference/oracles/norm/row_kernels.h"

namespace ulpgate::row_loops::ULPGATE_ISA {
namespace {

/// Covers the roundings of radii.
constexpr double outwards = 1 + 0x1p-48;
constexpr double half_ulp = 0x1p-53;

struct Pair {
  double high, low;
};

struct Number {
  double high, low, radius;
};

[[gnu::always_inline]] inline double size(double x) { return __builtin_fabs(x); }

[[gnu::always_inline]] inline Pair two_sum(double a, double b) {
  const double s = a + b, of_b = s - a;
  return {s, (a - (s - of_b)) + (b - of_b)};
}

[[gnu::always_inline]] inline Pair two_product(double a, double b) {
  const double p = a * b;
#ifdef __FMA__
  return {p, __builtin_fma(a, b, -p)};
#else
  // Veltkamp's splitting, Dekker's product: exact where nothing overflows or underflows.
  constexpr double splitter = 0x1p27 + 1;
  const double ca = splitter * a, cb = splitter * b;
  const double ah = ca - (ca - a), bh = cb - (cb - b);
  const double al = a - ah, bl = b - bh;
  return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
#endif
}

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

void times_gamma(const double* __restrict gamma, double centre, std::int64_t count, const RowParts& out) {
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
    const Number y = plus({high[i], low[i], radius[i]}, {beta[i], 0, 0});
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
    if (t.gamma != nullptr) times_gamma(t.gamma + first, t.gamma_offset, here, part);
    if (t.beta != nullptr) plus_beta(t.beta + first, here, part);
  }
}

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr int lanes = 4;
using Lanes = std::int64_t __attribute__((vector_size(lanes * sizeof(std::int64_t))));

[[gnu::always_inline]] inline Lanes select(Lanes mask, Lanes one, Lanes other) {
  return (mask & one) | (~mask & other);
}

struct RangeLanes {
  Lanes largest = Lanes{} + 0, smallest = Lanes{} + most, lowest = Lanes{} + most,
        highest = Lanes{} - most - 1, significands = Lanes{} + 0;

  [[gnu::always_inline]] void take(Lanes bits) {
    constexpr std::int64_t fraction = 0xFFFFFFFFFFFFF, leading = std::int64_t{1} << 52;
    const Lanes magnitude = bits & most, key = bits ^ (Lanes(bits < 0) & most);
    const Lanes above_zero = magnitude | (Lanes(magnitude == 0) & most);
    largest = select(magnitude > largest, magnitude, largest);
    smallest = select(above_zero < smallest, above_zero, smallest);
    lowest = select(key < lowest, key, lowest);
    highest = select(key > highest, key, highest);
    significands |= (magnitude & fraction) | (Lanes(magnitude >= leading) & leading);
  }
};

RowRange survey(const double* x, std::int64_t count) {
  RangeLanes range;
  std::int64_t i = 0;
  Lanes bits;
  for (; i + lanes <= count; i += lanes) {
    __builtin_memcpy(&bits, x + i, sizeof bits);
    range.take(bits);
  }
  if (i < count) {
    // The first element again where the row ends.
    double rest[lanes] = {x[0], x[0], x[0], x[0]};
    for (int lane = 0; i < count; ++i, ++lane) rest[lane] = x[i];
    __builtin_memcpy(&bits, rest, sizeof bits);
    range.take(bits);
  }
  RowRange result{0, most, most, -most - 1, 0};
  for (int lane = 0; lane < lanes; ++lane) {
    const auto larger = [](std::int64_t a, std::int64_t b) { return a > b ? a : b; };
    const auto smaller = [](std::int64_t a, std::int64_t b) { return a < b ? a : b; };
    result.largest = larger(result.largest, range.largest[lane]);
    result.smallest = smaller(result.smallest, range.smallest[lane]);
    result.lowest = smaller(result.lowest, range.lowest[lane]);
    result.highest = larger(result.highest, range.highest[lane]);
    result.significands |= static_cast<std::uint64_t>(range.significands[lane]);
  }
  return result;
}

}  // namespace

RowKernels kernels() { return {survey, transform}; }

}  // namespace ulpgate::row_loops::ULPGATE_ISA
