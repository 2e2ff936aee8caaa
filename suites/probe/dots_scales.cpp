#include <algorithm>

#include "suites/probe/dot_parts.h"

namespace ulpgate::probe {

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

}  // namespace ulpgate::probe
