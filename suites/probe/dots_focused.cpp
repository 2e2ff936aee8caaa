#include <algorithm>

#include "suites/probe/dot_parts.h"

namespace ulpgate::probe {
namespace {

/// A large sum, half of its last bit, and a term below that settles the tie: the large sum is the
/// accumulator, or several equal products.
void add_tie(Dots& dots, const Signature& s, const Arithmetic& r, int cut, int exponent, Draw& draw) {
  DotBuilder b(s);
  int leading = exponent, used = 0;
  const bool negative = draw.one_in(2);
  if (draw.one_in(2) || s.k < 4) {
    const Fraction odd = draw.one_in(2) ? Fraction{1} << (64 - r.output_fraction_bits) : no_fraction;
    b.accumulator(code_of(*s.accumulator, exponent, odd, negative));
  } else {
    const int doublings = draw.between(1, s.k < 8 ? 1 : s.k < 16 ? 2 : 3);
    used = 1 << doublings;
    leading += doublings;
    for (int i = 0; i < used; ++i)
      b.product(s.k - 1 - i, {exponent, negative, no_fraction, no_fraction, Product::Operands::any, 1});
    if (draw.one_in(2))
      b.accumulator(code_of(*s.accumulator, leading - r.output_fraction_bits - draw.below(2), no_fraction,
                            draw.one_in(2)));
  }
  const auto product = [&](int at, int e, Fraction f) {
    b.product(at, {e, draw.one_in(2), f, no_fraction, Product::Operands::any, 1});
  };
  const int half = leading - r.output_fraction_bits - 1;
  if (draw.one_in(3)) {
    const Sparse& sparse = sparse_products[draw.below(6)];
    b.product(s.k - 1 - used,
              {half - draw.below(2), draw.one_in(2), sparse.a, sparse.b, Product::Operands::any, 1});
  } else {
    product(s.k - 1 - used, half, no_fraction);
  }
  const int below = (draw.one_in(2) ? exponent : leading) - cut + draw.between(-3, 2);
  if (used + 2 <= s.k) product(s.k - 2 - used, below, draw.fraction());
  if (auto dot = b.build()) dots.push_back(std::move(*dot));
}

}  // namespace

Dots focused_dots(const Signature& s, const Arithmetic& r, int count, std::uint64_t seed) {
  Dots dots;
  Draw draw(seed, 4);
  const Exponents products = product_exponents(s), sums = exponents_of(*s.accumulator);
  const int bits[] = {r.fraction_bits, r.product_fraction_bits, r.accumulator_fraction_bits,
                      r.final_fraction_bits};
  const bool stages = r.algorithm == Algorithm::two_stage_sum;
  const int quantum = s.output->min_exponent() - r.output_fraction_bits;
  const int highest = std::min(products.largest - 1, s.output->exponent_bits <= 5 ? 8 : 40);
  for (int i = 0; i < 8 * count && static_cast<int>(dots.size()) < count; ++i) {
    const int cut = bits[stages ? draw.below(4) : 0];
    int top = draw.between(std::max(products.smallest, 0), highest);
    switch (draw.below(4)) {
      case 0:
        top = r.exponent_floor + draw.between(-4, 4);
        break;
      case 1:
        top = (draw.one_in(2) ? quantum : s.output->quantum_exponent()) + draw.between(-2, 5);
        break;
      case 2:
        top = draw.between(products.smallest, highest);
        break;
      default:
        break;
    }
    top = std::min(top, highest);
    const auto exponent = [&] {
      switch (draw.below(5)) {
        case 0:
          return top;
        case 1:
          return top - cut + draw.between(-3, 2);
        case 2:
          return std::max(top, r.exponent_floor) - cut + draw.between(-3, 2);
        case 3:
          return quantum + draw.between(-2, 3);
        default:
          return draw.between(top - cut - 4, top);
      }
    };
    DotBuilder b(s);
    if (draw.one_in(5)) {
      add_tie(dots, s, r, cut, draw.between(-2, highest), draw);
      continue;
    }
    const int terms = draw.one_in(2) ? draw.between(1, 4) : draw.between(1, s.k);
    int at = draw.one_in(2) ? 0 : draw.below(s.k);
    Product previous{top, false, draw.fraction(), draw.fraction(), Product::Operands::any, 1};
    for (int j = 0; j < terms; ++j) {
      Product p{std::clamp(exponent(), products.smallest, highest),
                draw.one_in(2),
                draw.fraction(),
                draw.fraction(),
                Product::Operands::any,
                1};
      if (j == 0) p = previous;
      if (j == 1 && draw.one_in(2)) {
        p = previous;
        p.negative = !p.negative;
      }
      b.product(at, p);
      at = (at + (terms > 4 ? 1 : draw.between(1, 3))) % s.k;
    }
    if (!draw.one_in(3))
      b.accumulator(code_of(*s.accumulator, std::clamp(exponent(), sums.smallest, sums.largest),
                            draw.fraction(), draw.one_in(2)));
    if (auto dot = b.build()) dots.push_back(std::move(*dot));
  }
  return dots;
}

}  // namespace ulpgate::probe
