// One or two terms beside an accumulator.
#include <span>

#include "suites/probe/dot_parts.h"

namespace ulpgate::probe {
namespace {

/// 0, 1, -1, 2, ... up to both ends: borders near the middle come first.
std::vector<int> distances_by_size(int limit) {
  std::vector<int> all{0};
  for (int d = 1; d <= limit; ++d) {
    all.push_back(d);
    all.push_back(-d);
  }
  return all;
}

/// A product in the last place and an accumulator d binades above it, with all signs.
void add_pairs(Dots& dots, const Signature& s, int d, std::span<const Shape> some) {
  const Exponents products = product_exponents(s), sums = exponents_of(*s.accumulator);
  const int top = s.output->exponent_bits <= 5 ? 13 : 100;
  for (const int start :
       {std::max(-d, 0), std::min(products.largest, top) - std::max(d, 0), products.smallest_normal, 0}) {
    if (start < products.smallest_normal || start > products.largest || start + d < sums.smallest_normal ||
        std::max(start, start + d) < 0 || std::max(start, start + d) > top)
      continue;
    for (const Shape& shape : some) {
      for (int signs = 0; signs < 4; ++signs) {
        const Fraction half = (signs + d) % 2 == 0 ? no_fraction : one_half;
        add(dots, DotBuilder(s)
                      .product(s.k - 1, {start, (signs & 1) != 0, shape.a, shape.b})
                      .accumulator(code_of(*s.accumulator, start + d, half, (signs & 2) != 0)));
      }
    }
    return;
  }
}

/// An accumulator and one product of half its last bit and a bit far below.
void add_sparse_ties(Dots& dots, const Signature& s, int bits) {
  const int largest = product_exponents(s).largest;
  for (const int above : {0, 1}) {
    for (const Sparse& sparse : sparse_products) {
      for (int kind = 0; kind < 8; ++kind) {
        const Fraction odd = (kind & 1) != 0 ? Fraction{1} << (64 - bits) : no_fraction;
        const int e = std::clamp(above * 4 + bits, 0,
                                 std::min(largest + bits + 2, s.output->exponent_bits <= 5 ? 12 : 60));
        const int half = e - bits - 1 - ((kind & 2) != 0 ? 1 : 0);
        add(dots, DotBuilder(s)
                      .product(s.k - 1, {half, (kind & 4) != 0, sparse.a, sparse.b})
                      .accumulator(code_of(*s.accumulator, e, odd)));
      }
    }
  }
}

}  // namespace

Dots plain_pair_dots(const Signature& s, bool below) {
  Dots dots;
  for (int d = 45; d >= 0; --d) add_pairs(dots, s, below ? d : -d, std::span(shapes).first(2));
  return dots;
}

Dots pair_dots(const Signature& s) {
  Dots dots;
  for (const int d : distances_by_size(45))
    add_pairs(dots, s, d, std::span(shapes).subspan(d < 0 ? 0 : 2, 4));
  const int last = s.k - 1;
  for (const Shape& shape : shapes) {
    for (const bool negative : {false, true}) {
      for (const int e : large_exponents(s))
        add(dots, DotBuilder(s).product(last, {e, negative, shape.a, shape.b}));
    }
  }
  return dots;
}

Dots tie_dots(const Signature& s, int bits) {
  Dots dots;
  add_sparse_ties(dots, s, bits);
  if (s.k < 2) return dots;
  const Exponents products = product_exponents(s);
  const int top = s.output->exponent_bits <= 5 ? 12 : 60;
  for (int t = bits + 1; t <= bits + 24; ++t) {
    for (const int e : {0, std::min(products.largest + bits + 1, top), bits + 1}) {
      if (e - t < products.smallest || e > top) continue;
      for (int kind = 0; kind < 8; ++kind) {
        const Fraction odd = (kind & 1) != 0 ? Fraction{1} << (64 - bits) : no_fraction;
        add(dots, DotBuilder(s)
                      .product(s.k - 1, {e - bits - 1, (kind & 2) != 0, no_fraction, no_fraction,
                                         Product::Operands::any, 1})
                      .product(s.k - 2,
                               {e - t, (kind & 4) != 0, no_fraction, no_fraction, Product::Operands::any, 1})
                      .accumulator(code_of(*s.accumulator, e, odd)));
      }
      break;
    }
  }
  return dots;
}

}  // namespace ulpgate::probe
