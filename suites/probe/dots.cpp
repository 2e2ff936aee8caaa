#include "suites/probe/dots.h"

#include <algorithm>

#include "reference/formats/decode.h"
#include "suites/probe/draw.h"
#include "suites/probe/numbers.h"

namespace ulpgate::probe {
namespace {

struct Shape {
  Fraction a, b;
};
constexpr Fraction quarter = std::uint64_t{1} << 62;
/// Significands of products: powers of two, those whose product is at least 2, those with every bit.
constexpr Shape shapes[] = {{no_fraction, no_fraction},   {one_half, no_fraction},     {one_half, one_half},
                            {all_fraction, all_fraction}, {all_fraction, no_fraction}, {quarter, one_half}};

void add(Dots& dots, const DotBuilder& builder) {
  if (auto dot = builder.build()) dots.push_back(std::move(*dot));
}

/// 0, 1, -1, 2, ... up to both ends: borders near the middle come first.
std::vector<int> distances_by_size(int limit) {
  std::vector<int> all{0};
  for (int d = 1; d <= limit; ++d) {
    all.push_back(d);
    all.push_back(-d);
  }
  return all;
}

/// The code of the format's one NaN or infinity, if any.
std::vector<std::uint64_t> nans(const Format& f) {
  if (!f.has_nan()) return {};
  if (f.nans == NanCodes::negative_zero) return {f.sign_mask()};
  std::vector<std::uint64_t> all{f.magnitude_mask()};
  if (f.has_sign) all.push_back(f.code_mask());
  if (f.nans == NanCodes::ieee) {
    all.push_back(infinity_magnitude(f) | f.code_step());
    all.push_back(infinity_magnitude(f) | (f.significand_mask() + f.code_step()) >> 1);
  }
  return all;
}

/// Large exponents for u: at or above 2^0, low ones first, so that small terms are in reach of the others.
std::vector<int> large_exponents(const Signature& s) {
  const Exponents products = product_exponents(s);
  const int most = s.output->exponent_bits <= 5 ? 12 : 60;
  std::vector<int> some;
  for (const int e : {0, 2, 12, 30, 60}) {
    if (e >= products.smallest_normal && e <= std::min(products.largest, most)) some.push_back(e);
  }
  const int top = std::min(products.largest - 1, most);
  if (top > 0 && std::find(some.begin(), some.end(), top) == some.end()) some.push_back(top);
  return some;
}

}  // namespace

Dots special_dots(const Signature& s) {
  Dots dots;
  if (s.is_integer()) return dots;
  const std::uint64_t zero = 0;
  const auto one_a = *code_of(*s.a, 0), one_b = *code_of(*s.b, 0);
  const auto filled = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    for (const int at : {0, s.k - 1}) add(dots, DotBuilder(s).codes(at, a, b).accumulator(c));
  };
  for (const std::uint64_t nan : nans(*s.accumulator)) filled(one_a, one_b, nan);
  for (const std::uint64_t nan : nans(*s.a)) filled(nan, one_b, zero);
  for (const std::uint64_t nan : nans(*s.b)) filled(one_a, nan, zero);
  for (const std::uint64_t nan : nans(*s.a)) filled(nan, zero, zero);
  const std::uint64_t c_infinity = infinity_magnitude(*s.accumulator), c_sign = s.accumulator->sign_mask();
  filled(one_a, one_b, c_infinity);
  filled(one_a, one_b, c_infinity | c_sign);
  const auto with_infinity = [&](const Format& f, bool of_a) {
    if (!f.has_infinity) return;
    const std::uint64_t infinity = infinity_magnitude(f);
    for (const std::uint64_t sign : {zero, f.sign_mask()}) {
      for (const std::uint64_t c : {zero, c_infinity, c_infinity | c_sign}) {
        filled(of_a ? infinity | sign : one_a, of_a ? one_b : infinity | sign, c);
        filled(of_a ? infinity | sign : zero, of_a ? zero : infinity | sign, c);
      }
    }
    for (const int at : {1, s.k / 2, s.k - 1}) {
      if (at == 0) continue;
      DotBuilder both(s);
      both.codes(0, of_a ? infinity : one_a, of_a ? one_b : infinity);
      const std::uint64_t negative = infinity | f.sign_mask();
      add(dots, both.codes(at, of_a ? negative : one_a, of_a ? one_b : negative));
    }
  };
  with_infinity(*s.a, true);
  with_infinity(*s.b, false);
  const std::uint64_t minus = s.a->has_negative_zero ? s.a->sign_mask() : 0;
  for (const std::uint64_t c : {zero, c_sign}) {
    add(dots, DotBuilder(s).accumulator(c));
    DotBuilder all(s);
    for (int at = 0; at < s.k; ++at) all.codes(at, minus, one_b);
    add(dots, all.accumulator(c));
    add(dots, DotBuilder(s).codes(0, one_a, one_b).accumulator(code_of(*s.accumulator, 0, 0, true)));
  }
  return dots;
}

namespace {

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

Dots cancel_dots(const Signature& s, Places p) {
  Dots dots;
  if (std::max({p.plus, p.minus, p.small}) >= s.k) return dots;
  const std::vector<int> large = large_exponents(s);
  for (int t = 0; t <= 44; ++t) {
    for (const Shape& u : {shapes[0], shapes[2]}) {
      for (const Shape& x : {shapes[0], shapes[1], shapes[3]}) {
        for (const bool negative : {false, true}) {
          const auto both = [&](int e) {
            DotBuilder b(s);
            b.product(p.plus, {e, false, u.a, u.b}).product(p.minus, {e, true, u.a, u.b});
            return b;
          };
          for (const int e : large) {
            const std::size_t before = dots.size();
            add(dots, both(e).product(p.small, {e - t, negative, x.a, x.b}));
            if (dots.size() != before) break;
          }
          for (const int e : large) {
            if (e - t < exponents_of(*s.accumulator).smallest_normal) continue;
            add(dots, both(e).accumulator(code_of(*s.accumulator, e - t, x.a, negative)));
            break;
          }
        }
      }
    }
  }
  return dots;
}

Dots tall_dots(const Signature& s) {
  Dots dots;
  const int top = s.output->exponent_bits <= 5 ? 7 : 40;
  for (const int e : large_exponents(s)) {
    if (e > top) break;
    for (int n = 1; n <= s.k; n = n < s.k && 2 * n > s.k ? s.k : 2 * n) {
      for (const Shape& shape : {shapes[0], shapes[2], shapes[3]}) {
        for (int t = 1; t <= 44; t += n == 1 || n == s.k ? 1 : 3) {
          const bool negative = (t + n) % 2 == 0;
          DotBuilder b(s);
          for (int at = 0; at < n; ++at) b.product(at, {e, negative, shape.a, shape.b});
          DotBuilder with = b;
          if (e - t >= exponents_of(*s.accumulator).smallest_normal)
            add(dots, with.accumulator(code_of(*s.accumulator, e - t, one_half, (t & 2) != 0)));
          if (n < s.k) add(dots, b.product(n, {e - t, (t & 2) != 0, one_half, no_fraction}));
        }
      }
    }
    if (dots.size() > 600) break;
  }
  return dots;
}

Dots tree_dots(const Signature& s, const std::vector<int>& distances) {
  Dots dots;
  const std::vector<int> large = large_exponents(s);
  const auto three = [&](int plus, int minus, int small, int t) {
    for (const int e : large) {
      DotBuilder b(s);
      b.product(plus, {e}).product(minus, {e, true});
      if (small >= 0) {
        b.product(small, {e - t});
      } else {
        if (e - t < exponents_of(*s.accumulator).smallest_normal) continue;
        b.accumulator(code_of(*s.accumulator, e - t));
      }
      const std::size_t before = dots.size();
      add(dots, b);
      if (dots.size() != before) return;
    }
  };
  for (const int t : distances) {
    for (int at = 1; at < s.k; ++at) {
      three(0, at, -1, t);
      three(at - 1, at, -1, t);
      if (at > 1) three(0, 1, at, t);
      if (at < s.k - 1) three(at, s.k - 1, 0, t);
      if (at < s.k - 1) three(at, s.k - 1, -1, t);
    }
  }
  return dots;
}

Dots dense_dots(const Signature& s, int count, std::uint64_t seed) {
  Dots dots;
  Draw draw(seed, 1);
  const Exponents products = product_exponents(s);
  const bool narrow = s.output->exponent_bits <= 5;
  const int widths[] = {0, 1, 3, 8, narrow ? 6 : 20, narrow ? 5 : 30};
  for (int i = 0; i < 4 * count && static_cast<int>(dots.size()) < count; ++i) {
    const int width = std::min(widths[draw.below(6)], products.largest - 1);
    const int low = draw.one_in(2) ? 0 : std::min(draw.below(4), std::max(products.largest - 1 - width, 0));
    const int used = draw.one_in(3) ? draw.between(1, s.k) : s.k;
    const bool opposite = draw.one_in(3), same_sign = draw.one_in(3), negative = draw.one_in(2);
    const int rare = draw.one_in(2) ? 1 : draw.between(2, 6);  // one in so many is large
    DotBuilder b(s);
    Product previous;
    for (int at = 0; at < used; ++at) {
      Product p{draw.one_in(rare) ? draw.between(low, low + width) : low,
                same_sign ? negative : draw.one_in(2), draw.fraction(), draw.fraction()};
      if (opposite && at % 2 == 1) {
        p = previous;
        p.negative = !p.negative;
        if (draw.one_in(4)) p.b ^= Fraction{1} << (64 - s.b->significand_bits);
      }
      b.product(at, p);
      previous = p;
    }
    const int c = draw.one_in(4) ? -draw.below(narrow ? 14 : 40) : draw.between(0, narrow ? 12 : 26);
    if (!draw.one_in(5))
      b.accumulator(
          code_of(*s.accumulator, c, draw.one_in(2) ? draw.word() : draw.fraction(), draw.one_in(2)));
    add(dots, b);
  }
  return dots;
}

}  // namespace ulpgate::probe
