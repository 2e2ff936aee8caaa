#include <algorithm>

#include "reference/formats/decode.h"
#include "suites/probe/dot_parts.h"

namespace ulpgate::probe {

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

namespace {

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

}  // namespace ulpgate::probe
