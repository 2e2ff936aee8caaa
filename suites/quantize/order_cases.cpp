#include "suites/quantize/order_cases.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/formats/decode.h"
#include "reference/oracles/quantize.h"
#include "reference/oracles/quantize/steps.h"
#include "suites/framework/codes.h"
#include "suites/framework/random.h"
#include "suites/quantize/cases.h"

namespace ulpgate::blocks {
namespace {

using quantize::code_of;
using quantize::number;

/// The middle between two codes of a format.
double middle(const Format& f, std::uint64_t word) {
  const std::uint64_t code = word % max_finite_magnitude(f);
  return (to_double(f, code) + to_double(f, code + 1)) / 2;
}

/// Counts through the words of a seed.
class Words {
 public:
  explicit Words(std::uint64_t seed) : random_(seed, 63) {}
  std::uint64_t next() { return random_.word64(index_++); }

 private:
  CounterRandom random_;
  std::uint64_t index_ = 0;
};

class Inverses {
 public:
  Inverses(const BlocksOffer& o, std::uint64_t seed) : o_(o), x_format_(*o.format("x")), words_(seed) {}

  struct Pair {
    std::uint64_t x, scale;
  };

  /// Where both ways differ, if that is found.
  Pair pair(std::uint64_t kind) {
    Pair p{};
    for (int i = 0; i < 64; ++i) {
      p.scale = scale(kind);
      const double tie = middle(*o_.recipe.element, words_.next());
      p.x = beside(tie, p.scale);
      const double x = to_double(x_format_, p.x);
      // A short x is seldom beside the tie: the scale is made for it.
      if (x_format_.storage_bits <= 16 && x != 0 && std::isfinite(x))
        p.scale = nearest_code(formats::fp32, divides() ? x / tie : tie / x);
      if (both_ways_differ(p)) break;
    }
    return p;
  }

  /// x beside a tie, of a scale.
  std::uint64_t beside(double tie, std::uint64_t scale_code) const {
    const double s = to_double(formats::fp32, scale_code);
    return nearest_code(x_format_, divides() ? tie * s : tie / s);
  }
  std::uint64_t beside_some(std::uint64_t scale_code) {
    const std::uint64_t word = words_.next();
    const std::uint64_t x = beside(middle(*o_.recipe.element, word >> 1), scale_code);
    return (word & 1) != 0 ? x | x_format_.sign_mask() : x;
  }

 private:
  bool divides() const { return o_.recipe.given == quantize::GivenRule::divide; }

  std::uint64_t scale(std::uint64_t kind) {
    const std::uint64_t word = words_.next(), fraction = word & 0x7FFFFF;
    if (kind % 4 == 1) return std::max<std::uint64_t>(fraction >> (word >> 40) % 20, 1);
    if (kind % 4 == 2) return std::uint64_t{253 + (word >> 40) % 2} << 23 | fraction;
    return (kind % 4 == 0 ? 119 + (word >> 40) % 16 : 1 + (word >> 40) % 254) << 23 | fraction;
  }

  std::uint64_t code(float t) const {
    return encode(*o_.recipe.element, unpack(formats::fp32, code_of(t)), o_.recipe.cast).code;
  }

  bool both_ways_differ(const Pair& p) const {
    const quantize::Steps steps(o_.recipe.flush_to_zero);
    const float s = number(static_cast<std::uint32_t>(p.scale));
    const auto x = static_cast<float>(to_double(x_format_, p.x));
    const float inverse = steps.quotient(1, s);
    const float divided = steps.quotient(x, divides() ? s : inverse),
                multiplied = steps.product(x, divides() ? inverse : s);
    return code(divided) != code(multiplied);
  }

  const BlocksOffer& o_;
  const Format& x_format_;
  Words words_;
};

// fp32 steps, each rounded: y of a code q, the scale s of its block and G.
using Order = float (*)(float q, float s, float g);
constexpr float inverse_of_2688 = 1 / 2688.0F;

constexpr std::array<Order, 10> orders{
    [](float q, float s, float g) { return q * ((s * g) * inverse_of_2688); },
    [](float q, float s, float g) { return q * ((s * g) / 2688); },
    [](float q, float s, float g) { return q * ((g / 2688) * s); },
    [](float q, float s, float g) { return (q * s) * (g / 2688); },
    [](float q, float s, float g) { return q * ((g * inverse_of_2688) * s); },
    [](float q, float s, float g) { return (q * s) * (g * inverse_of_2688); },
    [](float q, float s, float g) { return ((q * s) * g) * inverse_of_2688; },
    [](float q, float s, float g) { return (q * s) * (1 / (2688 / g)); },
    [](float q, float s, float g) { return q * (s * (1 / (2688 / g))); },
    [](float q, float s, float g) { return (q * s) / (2688 / g); },
};

}  // namespace

Cases inverse_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  Inverses inverses(o, seed);
  const std::size_t x = o.place("x"), scale = o.place("scale");
  const quantize::Block b = o.recipe.block;
  for (std::size_t i = 0; i < at_tier(tier, 8, 32, 128); ++i) {
    BlocksCase c = plain_case(b.rows == 0 ? 3 : 2, b.columns == 0 ? 5 : 4 * b.columns, Family::codes, 0);
    c.codes.resize(o.formats.size());
    const quantize::Grid grid = quantize::grid_of(b, c.rows, c.columns);
    std::vector<Inverses::Pair> pairs;
    for (std::int64_t k = 0; k < grid.scales(); ++k) {
      pairs.push_back(inverses.pair(i + static_cast<std::size_t>(k)));
      c.codes[scale].push_back(pairs.back().scale);
    }
    std::vector<bool> begun(pairs.size(), false);
    for (std::int64_t at = 0; at < c.rows * c.columns; ++at) {
      const auto block = static_cast<std::size_t>(grid.block_of(at / c.columns, at % c.columns));
      c.codes[x].push_back(begun[block] ? inverses.beside_some(pairs[block].scale) : pairs[block].x);
      begun[block] = true;
    }
    if (o.has("random")) c.codes[o.place("random")].assign(static_cast<std::size_t>(c.rows * c.columns), 0);
    all.push_back(c);
  }
  return all;
}

Cases order_cases(const BlocksOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const Format& q_format = *o.format("q");
  const Format& y = *o.format("y");
  const std::size_t enough = at_tier(tier, 1, 4, 16);
  std::array<std::size_t, orders.size()> found{};
  Words words(seed);
  const auto rounded = [&](float wide) { return encode(y, unpack(formats::fp32, code_of(wide)), {}).code; };
  for (std::size_t i = 0; i < at_tier(tier, 64, 512, 2048); ++i) {
    // q 1 or 1.5, a normal scale, and G so that y is beside a tie.
    const double q_value = (words.next() & 1) != 0 ? 1.5 : 1;
    const std::uint64_t q = nearest_code(q_format, q_value), s = 8 + words.next() % 119;
    const auto s_value = static_cast<float>(to_double(formats::e4m3, s));
    const double tie = std::fabs(middle(y, words.next()));
    const double near = tie * 2688 / (q_value * static_cast<double>(s_value));
    if (near < 0x1p-60 || near > 0x1p60) continue;
    const std::uint64_t first = nearest_code(formats::fp32, near) - 4;
    for (std::uint64_t g = first; g < first + 9; ++g) {
      const float right = quantize::dequantized(o.dequantize, q, s, number(static_cast<std::uint32_t>(g)));
      bool tells = false;
      for (std::size_t k = 0; k < orders.size(); ++k) {
        if (found[k] == enough) continue;
        const float other =
            orders[k](static_cast<float>(q_value), s_value, number(static_cast<std::uint32_t>(g)));
        if (other == right || rounded(other) == rounded(right)) continue;
        ++found[k];
        tells = true;
      }
      if (!tells) continue;
      BlocksCase c = plain_case(1, 1, Family::codes, 0);
      c.codes.resize(o.formats.size());
      c.codes[o.place("q")] = {q};
      c.codes[o.place("scales")] = {s};
      c.codes[o.place("global")] = {g};
      all.push_back(c);
    }
  }
  return all;
}

}  // namespace ulpgate::blocks
