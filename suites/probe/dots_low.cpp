// Dots at the two ends of the range.
#include <algorithm>

#include "reference/formats/decode.h"
#include "suites/probe/dots.h"
#include "suites/probe/numbers.h"

namespace ulpgate::probe {
namespace {

void add(Dots& dots, const DotBuilder& builder) {
  if (auto dot = builder.build()) dots.push_back(std::move(*dot));
}

/// The places of the last step in any order of k: what happens there is not rounded again.
int last(const Signature& s) { return s.k - 1; }
int before_last(const Signature& s) { return s.k - 2; }

Product any(int exponent, bool negative = false, Fraction a = no_fraction, Fraction b = no_fraction) {
  return {exponent, negative, a, b, Product::Operands::any, 1};
}

}  // namespace

Dots low_dots(const Signature& s, int output_bits) {
  Dots dots;
  const Exponents products = product_exponents(s);
  const int quantum = s.output->min_exponent() - output_bits;
  const std::uint64_t minus_zero = s.accumulator->sign_mask();
  const int first = std::min(2, products.largest);
  // fp64 has more exponents than there is anything to learn from.
  const int stride = 1 + (first - products.smallest) / 600;
  for (int e = first; e >= products.smallest; e -= stride) {
    const bool around = e < quantum + 8 && e > quantum - 8;
    for (const bool negative : {false, true}) {
      add(dots, DotBuilder(s).product(last(s), any(e, negative)));
      if (s.k > 1 && (around || negative))
        add(dots, DotBuilder(s)
                      .product(last(s), any(e, negative))
                      .product(before_last(s), any(e, negative, one_half)));
      if (!around) continue;
      add(dots, DotBuilder(s).product(last(s), any(e, negative)).accumulator(minus_zero));
      DotBuilder full(s);
      for (int at = 0; at < s.k; ++at) full.product(at, any(e, negative));
      add(dots, full);
    }
  }
  // A small term on either side of a result that is a tie, or exact.
  struct Base {
    int exponent;
    Fraction fraction;
  };
  for (const Base& base :
       {Base{quantum, no_fraction}, Base{quantum - 1, no_fraction}, Base{quantum - 1, one_half}}) {
    for (int e = base.exponent - 1; e >= products.smallest && s.k > 1; e -= stride) {
      for (int signs = 0; signs < 4; ++signs) {
        const Product large = any(base.exponent, (signs & 1) != 0, base.fraction);
        const Product small = any(e, (signs & 2) != 0);
        add(dots, DotBuilder(s).product(last(s), large).product(before_last(s), small));
        // The last two share no step where steps leave one product over; the first two always do.
        if (signs == 1 || signs == 2) add(dots, DotBuilder(s).product(0, large).product(1, small));
      }
    }
  }
  return dots;
}

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

Dots overflow_dots(const Signature& s) {
  Dots dots;
  const Format& c = *s.accumulator;
  const Exponents sums = exponents_of(*s.output), products = product_exponents(s);
  const std::uint64_t largest = max_finite_magnitude(c);
  for (const bool negative : {false, true}) {
    const std::uint64_t code = largest | (negative ? c.sign_mask() : 0);
    add(dots, DotBuilder(s).accumulator(code));
    add(dots, DotBuilder(s).accumulator(code - c.code_step()));
    for (int e = std::min(sums.largest + 3, products.largest); e >= products.smallest_normal; --e) {
      if (e < sums.largest - s.output->significand_bits - 4) break;
      for (const Fraction fraction : {no_fraction, one_half}) {
        add(dots, DotBuilder(s).product(0, any(e, negative, fraction)).accumulator(code));
        add(dots, DotBuilder(s).product(s.k - 1, any(e, negative, fraction, fraction)));
        if (s.k > 1)
          add(dots, DotBuilder(s)
                        .product(0, any(e, negative, all_fraction))
                        .product(1, any(e, negative, all_fraction)));
        DotBuilder full(s);
        for (int at = 0; at < s.k; ++at) full.product(at, any(e, negative, fraction));
        add(dots, full);
        add(dots, full.accumulator(code));
      }
    }
  }
  // Products beyond the range that cancel.
  for (int e = products.largest; e >= std::max(products.largest - 2, 0) && s.k > 1; --e)
    add(dots, DotBuilder(s).product(0, any(e)).product(1, any(e, true)).accumulator(code_of(c, 0)));
  return dots;
}

}  // namespace ulpgate::probe
