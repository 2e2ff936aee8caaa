#include <algorithm>

#include "suites/probe/dot_parts.h"

namespace ulpgate::probe {
namespace {

/// Large opposite products, and a product of subnormal operands beside them.
void add_beside_large(Dots& dots, const Signature& s) {
  if (s.k < 3) return;
  const Exponents products = product_exponents(s);
  const int most = s.output->exponent_bits <= 5 ? 12 : 60;
  for (int e = products.smallest_normal + 2; e >= products.smallest; --e) {
    for (const int large : {std::min(products.largest - 1, most), e + 24, e + 26}) {
      if (large > std::min(products.largest - 1, most) || large - e > 44) continue;
      for (const Fraction fraction : {no_fraction, one_half, all_fraction}) {
        const bool negative = (e + large) % 2 == 0;
        add(dots, DotBuilder(s)
                      .product(last(s), {large})
                      .product(before_last(s), {large, true})
                      .product(s.k - 3, any(e, negative, fraction, fraction)));
      }
    }
    if (products.smallest_normal - e > 24) break;
  }
}

/// A subnormal product and what is t binades below the exponent that it has without normalisation.
void add_below(Dots& dots, const Signature& s, const Product& subnormal, int from, int t, bool negative) {
  Product opposite = subnormal;
  opposite.negative = true;
  const DotBuilder one = DotBuilder(s).product(last(s), subnormal);
  DotBuilder two = one;
  if (s.k > 1) two.product(before_last(s), opposite);
  if (from - t >= exponents_of(*s.accumulator).smallest) {
    add(dots, DotBuilder(two).accumulator(code_of(*s.accumulator, from - t, no_fraction, negative)));
    add(dots, DotBuilder(one).accumulator(code_of(*s.accumulator, from - t, one_half, negative)));
  }
  if (s.k > 1) add(dots, DotBuilder(one).product(before_last(s), any(from - t, negative)));
  if (s.k > 2) add(dots, two.product(s.k - 3, any(from - t, negative)));
}

}  // namespace

Dots subnormal_input_dots(const Signature& s) {
  Dots dots;
  add_beside_large(dots, s);
  for (const bool of_a : {true, false}) {
    const Format& low = of_a ? *s.a : *s.b;
    const Exponents other = exponents_of(of_a ? *s.b : *s.a);
    const auto operands = of_a ? Product::Operands::a_subnormal : Product::Operands::b_subnormal;
    for (const int depth : {1, low.significand_bits}) {
      for (const int with : {other.largest, 0}) {
        if (with < other.smallest_normal || (of_a && depth != 1 && with == 0)) continue;
        const int from = exponents_of(low).smallest_normal + with;
        const Product subnormal{from - depth, false, no_fraction, no_fraction, operands, depth};
        add(dots, DotBuilder(s).product(last(s), subnormal));
        for (int t = 0; t <= 44; ++t) {
          // Both signs, and every distance, where the product is largest; else some.
          add_below(dots, s, subnormal, from, t, t % 2 == 0);
          if (depth == 1 && with != 0) add_below(dots, s, subnormal, from, t, t % 2 != 0);
        }
      }
    }
  }
  return dots;
}

Dots subnormal_accumulator_dots(const Signature& s, int output_bits) {
  const int quantum = s.output->min_exponent() - output_bits;
  Dots dots;
  const Format& c = *s.accumulator;
  const Exponents sums = exponents_of(c), products = product_exponents(s);
  const int stride = 1 + (sums.largest - sums.smallest) / 600;
  for (int e = std::min(2, sums.largest); e >= sums.smallest; e -= stride) {
    add(dots, DotBuilder(s).accumulator(code_of(c, e, no_fraction, e % 2 == 0)));
    add(dots, DotBuilder(s).accumulator(code_of(c, e, all_fraction, e % 2 != 0)));
  }
  // Beside large products that cancel.
  for (const int large : {0, 2, products.largest}) {
    const int most = s.output->exponent_bits <= 5 ? 12 : 60;
    if (s.k < 2 || large < products.smallest_normal || large > std::min(products.largest, most)) continue;
    for (int e = sums.smallest_normal - 1; e >= std::max(sums.smallest, large - 44); --e) {
      for (const bool negative : {false, true})
        add(dots, DotBuilder(s)
                      .product(last(s), {large})
                      .product(before_last(s), {large, true})
                      .accumulator(code_of(c, e, one_half, negative)));
    }
  }
  for (const int depth : {1, 4, c.significand_bits / 2, c.significand_bits}) {
    const int of_c = sums.smallest_normal - depth;
    for (int e = sums.smallest_normal + 2; e >= products.smallest; e -= stride) {
      for (const bool negative : {false, true}) {
        add(dots, DotBuilder(s).product(last(s), any(e, negative)).accumulator(code_of(c, of_c)));
        // A tie that the small product settles.
        if (s.k > 1 && depth > 1 && e < quantum - 1)
          add(dots, DotBuilder(s)
                        .product(1, any(e, negative))
                        .product(0, any(quantum - 1, depth == 4))
                        .accumulator(code_of(c, of_c)));
        // The same with the result of an earlier step as the accumulator.
        if (s.k > 2 && depth > 1 && e < quantum - 1)
          add(dots, DotBuilder(s)
                        .product(0, any(of_c))
                        .product(last(s), any(e, negative))
                        .product(before_last(s), any(quantum - 1, depth == 4)));
        // Where C has another format than D, only the first step sees it.
        if (c.name != s.output->name)
          add(dots, DotBuilder(s).product(0, any(e, negative)).accumulator(code_of(c, of_c)));
      }
    }
  }
  return dots;
}

}  // namespace ulpgate::probe
