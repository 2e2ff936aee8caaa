// Random dots, integers and scales.
#include <algorithm>

#include "reference/formats/decode.h"
#include "suites/probe/dots.h"
#include "suites/probe/draw.h"
#include "suites/probe/numbers.h"

namespace ulpgate::probe {
namespace {

enum class Kind { bits, finite, small, near_one };

std::uint64_t random_code(const Format& f, Kind kind, Draw& draw) {
  if (f.kind == FormatKind::integer) {
    // Extreme values are frequent: sums then leave the accumulator's range.
    if (draw.one_in(4)) return draw.one_in(2) ? Format::ones(f.width()) >> 1 : f.sign_mask();
    return draw.code(f);
  }
  const Exponents range = exponents_of(f);
  for (;;) {
    std::uint64_t code = draw.code(f);
    if (kind == Kind::small)
      code = code_of(f, range.smallest + draw.below(range.smallest_normal - range.smallest + 3),
                     draw.fraction(), f.has_sign && draw.one_in(2))
                 .value_or(0);
    if (kind == Kind::near_one)
      code = code_of(f, std::clamp(draw.between(-4, 4), range.smallest, range.largest), draw.fraction(),
                     f.has_sign && draw.one_in(2))
                 .value_or(0);
    if (kind == Kind::bits || is_finite(f, code)) return code;
  }
}

void random_scales(const Signature& s, Kind kind, Draw& draw, Dot& dot) {
  if (s.scale_format == nullptr) return;
  // Around 1 where the products are; anything where anything is asked for.
  const bool wild = kind == Kind::bits || kind == Kind::finite || draw.one_in(8);
  const Exponents range = exponents_of(*s.scale_format);
  const int width = draw.between(0, 12);
  for (auto* scales : {&dot.a_scales, &dot.b_scales}) {
    scales->clear();
    for (int i = 0; i < s.scales(); ++i) {
      const int e = std::clamp(draw.between(-width, width), range.smallest, range.largest);
      scales->push_back(wild ? random_code(*s.scale_format, draw.one_in(20) ? Kind::bits : Kind::finite, draw)
                             : code_of(*s.scale_format, e, draw.fraction()).value_or(0));
    }
  }
}

Dot random_dot(const Signature& s, Draw& draw) {
  Dot dot;
  const int family = draw.below(6);
  const Kind kind = family == 0   ? Kind::bits
                    : family <= 2 ? Kind::finite
                    : family == 3 ? Kind::small
                                  : Kind::near_one;
  const bool sparse = family == 2 || family == 3 || draw.one_in(4);
  const bool opposite = draw.one_in(4);
  const Kind plain = kind == Kind::bits ? Kind::finite : kind;
  for (int at = 0; at < s.k; ++at) {
    const auto i = static_cast<std::size_t>(at);
    const bool zero = draw.below(8) < (sparse ? 6 : 1);
    // Few operands of random bits are enough to make most sums NaN.
    const bool special = kind == Kind::bits && draw.one_in(12);
    dot.a.push_back(zero ? 0 : random_code(*s.a, special ? Kind::bits : plain, draw));
    dot.b.push_back(random_code(*s.b, special ? Kind::bits : plain, draw));
    if (!opposite || i % 2 == 0 || s.is_integer() || zero) continue;
    const std::uint64_t negated = dot.a[i - 1] ^ s.a->sign_mask();
    if (s.a->has_negative_zero || dot.a[i - 1] != 0) dot.a[i] = negated;
    dot.b[i] = dot.b[i - 1];
    if (draw.one_in(4)) dot.b[i] ^= s.b->code_step();
  }
  dot.c = draw.one_in(4) ? 0 : random_code(*s.accumulator, draw.one_in(8) ? Kind::bits : plain, draw);
  if (s.accumulator->is_floating() && kind != Kind::bits && draw.one_in(3)) {
    const int e = std::max(-draw.below(40), exponents_of(*s.accumulator).smallest);
    dot.c = *code_of(*s.accumulator, e, draw.fraction(), draw.one_in(2));
  }
  random_scales(s, kind, draw, dot);
  return dot;
}

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

Dots random_dots(const Signature& s, int count, std::uint64_t seed) {
  Dots dots;
  Draw draw(seed, 2);
  for (int i = 0; i < count; ++i) dots.push_back(random_dot(s, draw));
  return dots;
}

Dots integer_dots(const Signature& s) {
  Dots dots;
  if (!s.is_integer()) return dots;
  const std::uint64_t high = Format::ones(31), low = std::uint64_t{1} << 31;
  const auto ends = [](const Format& f) {
    return f.has_sign ? std::vector<std::uint64_t>{f.sign_mask(), f.sign_mask() - 1, f.code_mask(), 1}
                      : std::vector<std::uint64_t>{f.code_mask(), 1};
  };
  for (const std::uint64_t a : ends(*s.a)) {
    for (const std::uint64_t b : ends(*s.b)) {
      for (const std::uint64_t c : {std::uint64_t{0}, high, low, high - 1, low + 1}) {
        Dot one{std::vector<std::uint64_t>(static_cast<std::size_t>(s.k)),
                std::vector<std::uint64_t>(static_cast<std::size_t>(s.k)), c};
        for (const bool all : {false, true}) {
          for (int at = 0; at < (all ? s.k : 1); ++at) {
            one.a[static_cast<std::size_t>(at)] = a;
            one.b[static_cast<std::size_t>(at)] = b;
          }
          dots.push_back(one);
        }
      }
    }
  }
  return dots;
}

Dots scale_dots(const Signature& s, int count, std::uint64_t seed) {
  Dots dots;
  if (s.scale_format == nullptr) return dots;
  Draw draw(seed, 3);
  const Format& scale = *s.scale_format;
  const Exponents range = exponents_of(scale), sums = exponents_of(*s.accumulator);
  const auto place = [](int i) { return static_cast<std::size_t>(i); };
  const auto near_one = [&](const Format& f) { return random_code(f, Kind::near_one, draw); };
  // NaN and the smallest scale, alone in every block of either side.
  for (int block = 0; block < s.scales(); ++block) {
    for (const std::uint64_t code : {scale.magnitude_mask(), std::uint64_t{0}, std::uint64_t{1}}) {
      for (int kind = 0; kind < 4; ++kind) {
        Dot dot = *DotBuilder(s).accumulator(code_of(*s.accumulator, 0)).build();
        if ((kind & 1) != 0) {
          for (int at = 0; at < s.k; ++at) {
            dot.a[place(at)] = near_one(*s.a);
            dot.b[place(at)] = near_one(*s.b);
          }
        }
        ((kind & 2) != 0 ? dot.a_scales : dot.b_scales)[place(block)] = code;
        dots.push_back(std::move(dot));
      }
    }
  }
  // One block and the accumulator cancel, t binades above what is left; or products cancel and leave their
  // scale's exponent.
  for (int i = 0; i < count; ++i) {
    const int t = draw.between(0, 46);
    const int high =
        std::min({2 * range.largest, sums.largest - 12, draw.one_in(2) ? t : draw.between(0, 40)});
    const int low = std::max(high - t, 2 * range.smallest_normal);
    Dot dot = *DotBuilder(s).build();
    const auto set_scale = [&](int block, int exponent, Fraction fraction) {
      const int half = draw.one_in(2) ? exponent / 2
                                      : exponent - std::clamp(0, exponent - range.largest,
                                                              exponent - range.smallest_normal);
      const auto of_a = code_of(scale, half, fraction), of_b = code_of(scale, exponent - half, fraction);
      dot.a_scales[place(block)] = of_a.value_or(0);
      dot.b_scales[place(block)] = of_b.value_or(0);
      return of_a && of_b;
    };
    const int big = draw.below(s.scales()), at = big * s.scale_block + draw.below(s.scale_block);
    const bool cancels = draw.one_in(3);
    bool possible = true;
    for (int block = 0; block < s.scales(); ++block) {
      possible = set_scale(block, block == big ? high : low, block == big ? no_fraction : draw.fraction()) &&
                 possible;
      if (block == big || draw.one_in(6)) continue;
      for (int j = block * s.scale_block; j < (block + 1) * s.scale_block; ++j) {
        if (draw.one_in(4)) continue;
        dot.a[place(j)] = near_one(*s.a);
        dot.b[place(j)] = near_one(*s.b);
      }
    }
    // A power of two made of one product or of several, so that a block's sum is above its scale.
    const auto one_a = *code_of(*s.a, 0), one_b = *code_of(*s.b, 0);
    const bool tall = !cancels && draw.one_in(2);
    int rise = 0;
    dot.a[place(at)] = one_a;
    dot.b[place(at)] = one_b;
    if (tall) {
      const int of_a = exponents_of(*s.a).largest, of_b = exponents_of(*s.b).largest;
      int used = 1;
      while (2 * used <= s.scale_block && !draw.one_in(4)) {
        used *= 2;
        ++rise;
      }
      rise += of_a + of_b;
      for (int j = big * s.scale_block; j < (big + 1) * s.scale_block; ++j) {
        const bool inside = j < big * s.scale_block + used;
        dot.a[place(j)] = inside ? code_of(*s.a, of_a).value_or(0) : 0;
        dot.b[place(j)] = inside ? code_of(*s.b, of_b).value_or(0) : 0;
      }
    }
    if (cancels) {
      const int other = big * s.scale_block + (at + 1 + draw.below(s.scale_block - 1)) % s.scale_block;
      dot.a[place(other)] = one_a | s.a->sign_mask();
      dot.b[place(other)] = one_b;
      dot.c = code_of(*s.accumulator, std::max(low + draw.between(-3, 3), sums.smallest_normal),
                      draw.fraction(), draw.one_in(2))
                  .value_or(0);
    } else if (high + rise >= sums.smallest_normal) {
      dot.c = code_of(*s.accumulator, std::min(high + rise, sums.largest),
                      draw.one_in(3) ? draw.fraction() : no_fraction, true)
                  .value_or(0);
    }
    if (draw.one_in(3)) random_scales(s, Kind::near_one, draw, dot);
    if (possible) dots.push_back(std::move(dot));
  }
  return dots;
}

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
