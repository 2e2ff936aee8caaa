#include "reference/oracles/gemm/slicing.h"

#include "reference/oracles/gemm/leading.h"

namespace ulpgate::products {
namespace {

constexpr std::int64_t shortest = 32;  ///< cutting k more finely costs more than it brings
constexpr UInt128 exact_limit = static_cast<UInt128>(1) << 53;

UInt128 power(int exponent) { return static_cast<UInt128>(1) << exponent; }

Slices slices_of(int width, int count, int bits) {
  return count == 1 ? Slices{} : Slices{.count = count, .bits = std::max(bits, (width + count) / count)};
}

/// A bound on |slice| for integers below 2^width: the upper one may be rounded up to its power of two.
UInt128 largest_low(const Slices& s) { return s.count == 1 ? 0 : power(s.bits - 1); }
UInt128 largest_high(const Slices& s, int width) {
  return power(std::max(width - s.bits * (s.count - 1), 0));
}
UInt128 largest(const Slices& s, int width) {
  return s.with_sum ? largest_low(s) + largest_high(s, width)
                    : std::max(largest_low(s), largest_high(s, width));
}

/// Costs in nanoseconds: of a product, of an exact product's sum, of a slice of an element.
constexpr double product_ns = 0.03, sum_ns = 3, slice_ns = 2;

void consider(Slicing slicing, const Lines& a, const Lines& b, Slicing& best) {
  // Never 0; the compiler's analyzer cannot know.
  const UInt128 product = std::max<UInt128>(largest(slicing.a, a.width) * largest(slicing.b, b.width), 1);
  const UInt128 length = exact_limit / product;
  slicing.length = length < static_cast<UInt128>(a.length) ? static_cast<std::int64_t>(length) : a.length;
  if (slicing.length < std::min(shortest, a.length)) return;
  const auto k = static_cast<double>(a.length);
  const auto products = static_cast<double>(slicing.karatsuba() ? 3 : slicing.a.count * slicing.b.count);
  const double sums = k / static_cast<double>(std::max<std::int64_t>(slicing.length, 1));
  const double sliced = slicing.a.matrices() * k / static_cast<double>(b.count) +
                        slicing.b.matrices() * k / static_cast<double>(a.count);
  slicing.cost = products * (k * product_ns + (sums + 1) * sum_ns) + (sliced + 8) * slice_ns;
  if (best.length == 0 || slicing.cost < best.cost) best = slicing;
}

}  // namespace

std::vector<SliceProduct> Slicing::products() const {
  if (karatsuba()) return {{1, 1, 2 * a.bits}, {0, 0, 0}, {2, 2, a.bits}};
  std::vector<SliceProduct> all;
  for (int p = 0; p < a.count; ++p) {
    for (int q = 0; q < b.count; ++q) all.push_back({p, q, p * a.bits + q * b.bits});
  }
  return all;
}

Slicing choose_slicing(const Lines& a, const Lines& b) {
  Slicing best;
  for (int p = 1; p <= most_slices; ++p) {
    for (int q = 1; q <= most_slices; ++q)
      consider({.a = slices_of(a.width, p, 0), .b = slices_of(b.width, q, 0)}, a, b, best);
  }
  const int bits = std::max(slices_of(a.width, 2, 0).bits, slices_of(b.width, 2, 0).bits);
  Slicing karatsuba{.a = slices_of(a.width, 2, bits), .b = slices_of(b.width, 2, bits)};
  karatsuba.a.with_sum = true;
  karatsuba.b.with_sum = true;
  consider(karatsuba, a, b, best);
  return best;
}

}  // namespace ulpgate::products
