// Dots at the two ends of the range.
#include <algorithm>

#include "suites/probe/dot_parts.h"

namespace ulpgate::probe {

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
