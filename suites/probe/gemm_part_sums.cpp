#include "suites/probe/gemm_part_sums.h"

#include <array>

namespace ulpgate::probe::box {

Width width_at(Context& c, std::int64_t k, const std::vector<Place>& places) {
  const std::vector<Kept> kept = kept_bits(c.dots, c.reach, k, places);
  std::size_t best = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i].limited && (kept[best].limited || kept[i].bits < kept[best].bits)) best = i;
  }
  return {kept[best], places[best]};
}

std::vector<Place> around(std::int64_t x, std::int64_t y, std::int64_t z) {
  return {{x, y, z}, {z, y, x}, {x, z, y}, {y, x, z}};
}

void add_addition(Context& c, std::int64_t k, const std::vector<Place>& places, const std::string& name) {
  const Width width = width_at(c, k, places);
  if (width.kept.limited) {
    c.facts.not_observed(name, "at least " + std::to_string(width.kept.bits + 1) + " bits");
    c.facts.not_observed(name + "_rounding", "its bits are not known");
    return;
  }
  const std::string fact =
      width.kept.bits == 10 ? eleven_bits_name(overflows_fp16(c, k, width.place)) : width_name(width.kept);
  c.facts.add(name, fact,
              "2^-" + std::to_string(width.kept.bits) + " kept next to 1 (" + text(width.place) + " of " +
                  std::to_string(k) + ")");
  if (const auto found = rounding_at(c.dots, c.reach, k, width.place, width.kept.bits))
    c.facts.add(name + "_rounding", found->name, found->evidence);
  else
    c.facts.not_observed(name + "_rounding", "the formats do not reach a quarter of an ulp");
}

void add_partials(Context& c, std::int64_t k, const Inside& at) {
  const std::string name = "partials";
  const Width inside = width_at(c, k, {{at.first, at.second, at.third}, {at.third, at.second, at.first}});
  const Width stored = width_at(c, k, {{at.first, at.second, at.next}});
  const std::string evidence = "2^-" + std::to_string(stored.kept.bits) +
                               " next to 1 survived until parts met, 2^-" + std::to_string(inside.kept.bits) +
                               " within one (K = " + std::to_string(k) + ")";
  const int d_bits = c.reach.d->significand_bits;
  if (stored.kept.bits < inside.kept.bits)
    return c.facts.add(name,
                       stored.kept.bits == d_bits ? "output" : std::to_string(stored.kept.bits + 1) + " bits",
                       evidence);
  if (d_bits < stored.kept.bits) return c.facts.add(name, "accumulator", evidence);
  const int beyond = powers_of(*c.reach.d).largest + 1;
  if (beyond > c.reach.accumulator_largest || !c.reach.product(1, beyond))
    return c.facts.not_observed(name, "D's format holds every part as well as the accumulator does");
  const std::array dots{Dot{{at.first, c.reach.power(beyond)}, {at.next, c.reach.power(beyond, true)}}};
  const bool held = c.dots.values(k, dots).front() == 0;
  c.facts.add(name, held ? "accumulator" : "output",
              "parts of 2^" + std::to_string(beyond) + " and its negative " +
                  (held ? "cancelled" : "did not cancel"));
}

}  // namespace ulpgate::probe::box
