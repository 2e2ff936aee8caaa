// What sums are kept in between two additions, and whether products are rounded to it first.
#include <algorithm>
#include <array>
#include <cmath>

#include "suites/probe/gemm_context.h"

namespace ulpgate::probe::box {
namespace {

/// Each both ways: a small product that meets the large one of the other sign loses a bit less.
std::vector<Place> places(std::int64_t k) {
  std::vector<Place> all{{0, k / 2, k - 1}, {0, k / 4, k / 2 + 1}, {5, 17, 40},
                         {0, 1, k - 1},     {0, k - 2, k - 1},     {0, 2, 3},
                         {0, 1, 2},         {k - 3, k - 2, k - 1}};
  for (std::size_t i = 0; i < 5; ++i) all.push_back({all[i].negative, all[i].small, all[i].large});
  return all;
}

}  // namespace

std::optional<bool> overflows_fp16(Context& c, std::int64_t k, const Place& place) {
  if (powers_of(*c.reach.a).largest + powers_of(*c.reach.b).largest < 16) return std::nullopt;
  const std::array dots{Dot{{place.large, c.reach.power(15)},
                            {place.small, c.reach.power(15)},
                            {place.negative, c.reach.power(16, true)}}};
  return c.dots.values(k, dots).front() != 0;
}

void name_accumulator(Context& c, std::int64_t k, const Place& place, const Kept& kept) {
  c.accumulator = kept;
  std::string name = width_name(kept);
  c.reach.accumulator_largest = Reach().accumulator_largest;
  c.reach.accumulator_smallest = Reach().accumulator_smallest;
  std::string evidence = text(kept, place);
  if (kept.bits == 10) {
    const auto overflows = overflows_fp16(c, k, place);
    name = eleven_bits_name(overflows);
    if (overflows.value_or(false)) {
      c.reach.accumulator_largest = 14;
      c.reach.accumulator_smallest = formats::fp16.quantum_exponent();
    }
    evidence += !overflows   ? "; no product is large enough to tell fp16 from tf32"
                : *overflows ? "; 2^16 overflowed"
                             : "; 2^16 did not overflow";
  }
  c.facts.add("accumulator", name, evidence);
  if (const auto found = rounding_at(c.dots, c.reach, k, place, kept.bits))
    c.facts.add("accumulator_rounding", found->name, found->evidence);
  else
    c.facts.not_observed("accumulator_rounding", "the formats do not reach a quarter of an ulp");
}

void probe_accumulator(Context& c) {
  const std::vector<Place> all = places(c.options.order_k);
  const std::vector<Kept> kept = kept_bits(c.dots, c.reach, c.options.order_k, all);
  std::size_t best = 0;
  for (std::size_t p = 0; p < all.size(); ++p) {
    if (kept[p].limited) continue;
    c.widest_kept = std::max(c.widest_kept, kept[p].bits);
    if (kept[best].limited || kept[p].bits < kept[best].bits) best = p;
  }
  if (kept[best].limited) {
    c.accumulator = kept[best];
    const std::string why = "the formats reach no further than 2^-" + std::to_string(kept[best].bits) +
                            " next to 1, which was kept: at least " + std::to_string(kept[best].bits + 1) +
                            " bits";
    c.facts.not_observed("accumulator", why);
    c.facts.not_observed("accumulator_rounding", why);
    return;
  }
  name_accumulator(c, c.options.order_k, all[best], kept[best]);
}

void probe_products(Context& c) {
  const std::string name = "products";
  // (1 + 2^-h)^2 has a bit at 2^-2h.
  const int h = std::min(c.a_bits, c.b_bits);
  if (!c.accumulator || c.accumulator->limited)
    return c.facts.not_observed(name, "the accumulator's bits are not known");
  if (h < 1 || 2 * h <= c.accumulator->bits)
    return c.facts.not_observed(name, "the accumulator holds every product exactly");
  const auto scale = c.reach.scale(2 * h);
  if (!scale) return c.facts.not_observed(name, "D does not reach a product's last bit");
  const std::uint64_t significand = (std::uint64_t{1} << h) + 1;
  const int half = scale->small / 2;
  const auto a = exact_code(*c.reach.a, false, significand, half),
             b = exact_code(*c.reach.b, false, significand, scale->small - half);
  const auto rest = c.reach.product((std::uint64_t{1} << (h - 1)) + 1, scale->large - (h - 1), true);
  if (!a || !b || !rest) return c.facts.not_observed(name, "the formats do not hold 1 + 2^-h");
  // The square survives where the other product is in its chain and comes first. Which products share a
  // chain is not known here: all distances, both ways.
  const std::int64_t k = c.options.order_k;
  std::vector<Dot> dots;
  for (const std::int64_t square : {std::int64_t{0}, k / 2, k - 1}) {
    for (std::int64_t other = 0; other < k; ++other) {
      if (other == square) continue;
      dots.push_back({{square, {*a, *b}}, {other, *rest}});
      dots.push_back({{other, {*a, *b}}, {square, *rest}});
    }
  }
  const std::vector<double> d = c.dots.values(k, dots);
  const bool exact = std::find(d.begin(), d.end(), std::ldexp(1, scale->small)) != d.end();
  c.facts.add(name, exact ? "exact" : "rounded",
              "the bit 2^-" + std::to_string(2 * h) + " of (1 + 2^-" + std::to_string(h) + ")^2 " +
                  (exact ? "survived" : "was lost") + " next to -(1 + 2^-" + std::to_string(h - 1) + ")" +
                  (exact ? ""
                         : ", at every distance from k = 0, " + std::to_string(k / 2) + ", " +
                               std::to_string(k - 1)));
}

}  // namespace ulpgate::probe::box
