// Several products: cancellation, long sums, and which products share a step.
#include "suites/probe/dot_parts.h"

namespace ulpgate::probe {

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
