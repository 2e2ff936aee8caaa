// What RapidCheck draws.
#include <array>
#include <cmath>

#include "suites/gemm/cases.h"
#include "suites/gemm/cases/parts.h"
#include "suites/gemm/values.h"

namespace ulpgate::gemm {

namespace {

std::int64_t extent(const CounterRandom& random, std::uint64_t index, int size, std::int64_t most) {
  return static_cast<std::int64_t>(1 +
                                   random.below(index, static_cast<std::uint64_t>(1 + most * size / 100)));
}

Layout draw_one(const CounterRandom& random, std::uint64_t first, bool output) {
  Layout l;
  l.transposed = random.below(first, 2) == 1;
  l.pad = random.below(first + 1, 3) == 0 ? static_cast<std::int64_t>(random.below(first + 2, 9)) : 0;
  l.batch_pad = random.below(first + 3, 3) == 0 ? static_cast<std::int64_t>(random.below(first + 4, 17)) : 0;
  const std::uint64_t odd = random.below(first + 5, 8);
  if (odd == 0) l.inner = 2;
  if (odd == 1) l.inner = 3;
  if (odd == 2 && !output) l.inner = 0;
  l.reversed = random.below(first + 6, 8) == 0;
  const std::uint64_t batching = random.below(first + 7, 6);
  if (batching == 0) l.batching = Batching::interleaved;
  if (batching == 1 && !output) l.batching = Batching::shared;
  l.lead = static_cast<std::int64_t>(random.below(first + 8, 8));
  return l;
}

}  // namespace

GemmCase draw_accuracy(const GemmOffer& o, std::uint64_t seed, int size) {
  const CounterRandom random(seed, 1);
  const Family family = accuracy_families[random.below(0, accuracy_families.size())];
  GemmCase c = plain_case(o, extent(random, 1, size, 70), extent(random, 2, size, 70),
                          extent(random, 3, size, 200), family, seed);
  constexpr std::array alphas{1.0, 1.0, 1.0, -1.0, 0.3, 2.0};
  constexpr std::array betas{0.0, 0.0, 1.0, -0.6};
  if (!o.integer()) set_scalars(o, c, alphas[random.below(4, 6)], betas[random.below(5, 4)]);
  return c;
}

GemmCase draw_layout(const GemmOffer& o, std::uint64_t seed, int size) {
  const CounterRandom random(seed, 1);
  GemmCase c = plain_case(o, extent(random, 1, size, 40), extent(random, 2, size, 40),
                          extent(random, 3, size, 40), Family::integers, seed);
  c.batch = static_cast<std::int64_t>(1 + random.below(4, 3));
  c.a = draw_one(random, 10, false);
  c.b = draw_one(random, 20, false);
  c.c = draw_one(random, 30, false);
  c.d = draw_one(random, 40, true);
  set_scalars(o, c, 1, random.below(5, 2) == 0 ? 0 : 1);
  c.in_place = o.c == o.d && random.below(6, 4) == 0;
  return c;
}

GemmCase draw_shape(const GemmOffer& o, std::uint64_t seed, int size) {
  const CounterRandom random(seed, 1);
  GemmCase c = plain_case(o, extent(random, 1, size, 70), extent(random, 2, size, 70),
                          extent(random, 3, size, 70), Family::integers, seed);
  c.batch = random.below(4, 4) == 0 ? 2 : 1;
  return c;
}

GemmCase draw_special(const GemmOffer& o, std::uint64_t seed, int size) {
  const CounterRandom random(seed, 1);
  GemmCase c = plain_case(o, extent(random, 1, size, 40), extent(random, 2, size, 40),
                          extent(random, 3, size, 70), Family::uniform, seed);
  const std::uint64_t planted = 1 + random.below(4, 4);
  for (std::uint64_t i = 0; i < planted; ++i) {
    const bool of_a = random.below(10 + 5 * i, 2) == 0;
    const auto code = special_code(of_a ? *o.a : *o.b, random.below(11 + 5 * i, 3));
    if (!code) continue;
    const std::int64_t rows = of_a ? c.m : c.k, columns = of_a ? c.k : c.n;
    c.planted.push_back(
        {of_a ? 'a' : 'b', 0,
         static_cast<std::int64_t>(random.below(12 + 5 * i, static_cast<std::uint64_t>(rows))),
         static_cast<std::int64_t>(random.below(13 + 5 * i, static_cast<std::uint64_t>(columns))), *code});
  }
  return c;
}

}  // namespace ulpgate::gemm
