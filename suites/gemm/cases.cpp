#include "suites/gemm/cases.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "suites/gemm/values.h"

namespace ulpgate::gemm {
namespace {

struct Sizes {
  std::int64_t m, n, k;
};

/// Numbers of the shapes that a tier tries.
std::size_t at_tier(Tier tier, std::size_t smoke, std::size_t standard, std::size_t full) {
  return tier == Tier::smoke ? smoke : tier == Tier::standard ? standard : full;
}

void set_scalars(const GemmOffer& o, GemmCase& c, double alpha, double beta) {
  c.alpha = code_of(*o.alpha, alpha);
  c.beta = code_of(*o.alpha, beta);
}

constexpr std::array<Family, 5> accuracy_families{Family::uniform, Family::positive, Family::wide,
                                                  Family::cancelling, Family::order_revealing};

std::uint64_t infinity_code(const Format& f, bool negative) {
  return infinity_magnitude(f) | (negative ? f.sign_mask() : 0);
}

/// A special value of the format: NaN, or an infinity where it has them.
std::optional<std::uint64_t> special_code(const Format& f, std::uint64_t which) {
  if (f.has_infinity && which % 3 != 0) return infinity_code(f, which % 3 == 2);
  if (f.nans == NanCodes::negative_zero) return f.sign_mask();
  if (f.has_nan()) return f.magnitude_mask() | (which % 2 != 0 ? f.sign_mask() : 0);
  return std::nullopt;
}

}  // namespace

GemmCase plain_case(const GemmOffer& offer, std::int64_t m, std::int64_t n, std::int64_t k, Family family,
                    std::uint64_t seed) {
  GemmCase c;
  c.m = m;
  c.n = n;
  c.k = k;
  c.family = family;
  c.seed = seed;
  set_scalars(offer, c, 1, 0);
  return c;
}

Cases exact_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const auto [m, n, k] : {Sizes{1, 1, 1}, Sizes{3, 5, 7}, Sizes{16, 16, 16}, Sizes{17, 33, 65},
                               Sizes{64, 64, 64}, Sizes{129, 66, 40}, Sizes{256, 256, 1}, Sizes{2, 2, 5000}})
    all.push_back(plain_case(o, m, n, k, Family::integers, ++seed));
  for (const std::int64_t k : {1, 128, 255, 257, 512, 1024, 2048, 4096})
    all.push_back(plain_case(o, 3, 2, k, Family::ones, ++seed));
  GemmCase batched = plain_case(o, 5, 6, 9, Family::integers, ++seed);
  batched.batch = 3;
  all.push_back(batched);
  set_scalars(o, batched, 1, 1);
  all.push_back(batched);
  return all;
}

Cases accuracy_cases(const GemmOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const std::array sizes{Sizes{8, 8, 8},    Sizes{16, 8, 33},  Sizes{2, 3, 1000}, Sizes{33, 17, 100},
                         Sizes{1, 32, 257}, Sizes{4, 4, 4096}, Sizes{48, 48, 64}, Sizes{128, 128, 128}};
  const std::size_t shapes = at_tier(tier, 3, 7, 8);
  for (std::size_t s = 0; s < shapes; ++s) {
    for (const Family family : accuracy_families) {
      for (int repeat = 0; repeat < (family == Family::wide ? 4 : 1); ++repeat)
        all.push_back(plain_case(o, sizes[s].m, sizes[s].n, sizes[s].k, family, ++seed));
    }
  }
  for (const double alpha : {1.0, -0.75}) {
    GemmCase c = plain_case(o, 12, 12, 40, Family::uniform, ++seed);
    set_scalars(o, c, alpha, 1);
    all.push_back(c);
  }
  return all;
}

Cases rounding_cases(const GemmOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (std::size_t i = 0; i < at_tier(tier, 1, 3, 30); ++i) {
    all.push_back(plain_case(o, 32, 32, 3, Family::near_ties, ++seed));
    all.push_back(plain_case(o, 16, 16, 20, Family::near_ties, ++seed));
    for (const std::int64_t k : {1, 2, 8})
      all.push_back(plain_case(o, 16, 16, k, Family::near_overflow, ++seed));
    // Results around the smallest normal number of D, where A can be that small.
    GemmCase small = plain_case(o, 16, 16, 1, Family::uniform, ++seed);
    small.scale = o.d->min_exponent();
    all.push_back(small);
    small.k = 3;
    all.push_back(small);
  }
  return all;
}

Cases subnormal_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const auto [m, n, k] : {Sizes{8, 8, 1}, Sizes{5, 7, 16}, Sizes{16, 16, 64}, Sizes{1, 1, 64}})
    all.push_back(plain_case(o, m, n, k, Family::subnormal, ++seed));
  return all;
}

Cases bit_cases(const GemmOffer& o, Tier, std::uint64_t) {
  Cases all;
  // Row j of A is (1 + 2^-(j+1), 1), every column of B is (1, -1): what is left is the bit. Then the other
  // way.
  for (const bool of_a : {true, false}) {
    const Format& f = of_a ? *o.a : *o.b;
    const std::int64_t bits = f.significand_bits;
    GemmCase c = plain_case(o, of_a ? bits : 2, of_a ? 2 : bits, 2, Family::codes, 0);
    const std::uint64_t one_a = code_of(*o.a, 1), one_b = code_of(*o.b, 1);
    const auto with_bit = [&](std::int64_t j) { return code_of(f, 1) | f.code_step() << (bits - 1 - j); };
    for (std::int64_t i = 0; i < c.m; ++i) {
      c.a_codes.push_back(of_a ? with_bit(i) : one_a);
      c.a_codes.push_back(of_a ? one_a : code_of(*o.a, -1));
    }
    for (std::int64_t k = 0; k < 2; ++k) {
      for (std::int64_t j = 0; j < c.n; ++j) {
        if (of_a) {
          c.b_codes.push_back(k == 0 ? one_b : code_of(*o.b, -1));
        } else {
          c.b_codes.push_back(k == 0 ? with_bit(j) : one_b);
        }
      }
    }
    c.c_codes.assign(static_cast<std::size_t>(c.m * c.n), 0);
    all.push_back(c);
  }
  return all;
}

Cases special_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const auto [m, n, k] : {Sizes{2, 16, 33}, Sizes{1, 1, 1}, Sizes{9, 5, 3}, Sizes{17, 17, 17},
                               Sizes{2, 3, 70}, Sizes{33, 40, 32}}) {
    for (const char tensor : {'a', 'b', 'c'}) {
      const Format& f = tensor == 'a' ? *o.a : tensor == 'b' ? *o.b : *o.c;
      for (std::uint64_t which = 0; which < 3; ++which) {
        const auto code = special_code(f, which);
        if (!code) continue;
        GemmCase c = plain_case(o, m, n, k, which == 0 ? Family::integers : Family::uniform, ++seed);
        if (tensor == 'c') set_scalars(o, c, 1, 1);
        const std::int64_t rows = tensor == 'b' ? k : m, columns = tensor == 'a' ? k : n;
        // At the end, where tails are padded, and one more in the middle.
        c.planted.push_back({tensor, 0, rows - 1, columns - 1, *code});
        if (which == 1) c.planted.push_back({tensor, 0, rows / 2, columns / 2, *special_code(f, 2)});
        // Infinity meets zero.
        if (tensor == 'a' && which == 2) c.planted.push_back({'b', 0, k - 1, n / 2, 0});
        all.push_back(c);
      }
    }
    // A whole row of NaN beside rows without.
    if (const auto nan = special_code(*o.a, 0); nan && is_nan(*o.a, *nan)) {
      GemmCase c = plain_case(o, m, n, k, Family::ones, ++seed);
      for (std::int64_t p = 0; p < k; ++p) c.planted.push_back({'a', 0, 0, p, *nan});
      all.push_back(c);
    }
  }
  return all;
}

Cases beta_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const auto [m, n, k] : {Sizes{3, 4, 5}, Sizes{1, 1, 1}, Sizes{1, 40, 9}, Sizes{40, 1, 9},
                               Sizes{33, 65, 17}, Sizes{64, 64, 64}, Sizes{7, 9, 0}}) {
    for (const bool in_place : {false, true}) {
      if (in_place && o.c != o.d) continue;
      GemmCase c = plain_case(o, m, n, k, Family::integers, ++seed);
      c.alarming_c = true;
      c.in_place = in_place;
      all.push_back(c);
      c.batch = 2;
      all.push_back(c);
    }
  }
  return all;
}

Cases alpha_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const double beta : {0.0, 1.0, -2.0}) {
    for (const auto [m, n, k] : {Sizes{4, 4, 4}, Sizes{1, 33, 17}, Sizes{33, 5, 1}}) {
      GemmCase c = plain_case(o, m, n, k, Family::integers, ++seed);
      set_scalars(o, c, 0, beta);
      all.push_back(c);
      for (std::uint64_t which = 0; which < 2; ++which) {
        const auto code = special_code(*o.a, which);
        if (!code) continue;
        c.planted.assign(1, {'a', 0, m / 2, k / 2, *code});
        all.push_back(c);
      }
    }
    GemmCase empty = plain_case(o, 5, 6, 0, Family::integers, ++seed);
    set_scalars(o, empty, 1, beta);
    all.push_back(empty);
    empty.m = 70;
    empty.batch = 2;
    all.push_back(empty);
  }
  return all;
}

Cases scale_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const std::array<std::pair<double, double>, 9> scalars{
      {{0.1, 0}, {0.7, 1.3}, {2, 0}, {-1, 1}, {0.5, -0.25}, {3, 2}, {1, 0.7}, {-0.3, 0}, {1, 1}}};
  for (const auto& [alpha, beta] : scalars) {
    for (const auto [m, n, k] :
         {Sizes{2, 2, 3}, Sizes{1, 5, 128}, Sizes{5, 1, 40}, Sizes{64, 33, 20}, Sizes{4, 4, 1}}) {
      GemmCase c = plain_case(o, m, n, k, o.integer() ? Family::integers : Family::uniform, ++seed);
      set_scalars(o, c, alpha, beta);
      c.batch = m == 2 ? 3 : 1;
      all.push_back(c);
    }
  }
  return all;
}

Cases bias_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const Family family : {Family::integers, Family::uniform, Family::near_ties}) {
    for (const auto [m, n, k] : {Sizes{3, 5, 4}, Sizes{1, 64, 33}, Sizes{65, 7, 16}, Sizes{1, 1, 3}})
      all.push_back(plain_case(o, m, n, k, family, ++seed));
  }
  // Sums far from D's grid near 0 that the bias brings there: 2^p + 1 - 2^p, p the precision of D.
  GemmCase c = plain_case(o, 1, 1, 2, Family::codes, 0);
  const int p = o.d->precision();
  c.a_codes = {code_of(*o.a, std::ldexp(1.0, p / 2)), code_of(*o.a, 1)};
  c.b_codes = {code_of(*o.b, std::ldexp(1.0, p - p / 2)), code_of(*o.b, 1)};
  c.c_codes = {0};
  all.push_back(c);
  return all;
}

Cases operand_scale_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const Family family : {Family::ones, Family::integers, Family::uniform}) {
    for (const auto [m, n, k] : {Sizes{2, 3, 32}, Sizes{16, 16, 64}, Sizes{5, 33, 128}, Sizes{1, 1, 96}}) {
      all.push_back(plain_case(o, m, n, k, family, ++seed));
      all.back().batch = m == 2 ? 2 : 1;
    }
  }
  return all;
}

Cases shape_cases(const GemmOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const CounterRandom random(seed, 5);
  std::uint64_t next = 0;
  const auto up_to_70 = [&] { return static_cast<std::int64_t>(1 + random.below(next++, 70)); };
  const std::int64_t step = tier == Tier::smoke ? 9 : 1;
  for (std::int64_t extent = 1; extent <= 70; extent += step) {
    const std::int64_t x = up_to_70() / 4 + 1, y = up_to_70();
    all.push_back(plain_case(o, extent, x, y, Family::integers, ++seed));
    all.push_back(plain_case(o, y, extent, x, Family::integers, ++seed));
    all.push_back(plain_case(o, x, y, extent, Family::integers, ++seed));
  }
  // One row or column takes other paths.
  for (const std::int64_t k : {1, 16, 33, 64}) {
    all.push_back(plain_case(o, 1, 70, k, Family::integers, ++seed));
    all.push_back(plain_case(o, 70, 1, k, Family::integers, ++seed));
    all.push_back(plain_case(o, 1, 1, k, Family::integers, ++seed));
  }
  for (const auto [m, n, k] : {Sizes{0, 5, 5}, Sizes{5, 0, 5}, Sizes{5, 5, 0}, Sizes{0, 0, 0}})
    all.push_back(plain_case(o, m, n, k, Family::integers, ++seed));
  GemmCase none = plain_case(o, 3, 3, 3, Family::integers, ++seed);
  none.batch = 0;
  all.push_back(none);
  return all;
}

Cases tall_cases(const GemmOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t batch : {65535, 65537}) {
    GemmCase c = plain_case(o, 1, 1, 1, Family::integers, ++seed);
    c.batch = batch;
    all.push_back(c);
  }
  all.push_back(plain_case(o, 65539, 1, 2, Family::integers, ++seed));
  all.push_back(plain_case(o, 2, 65539, 1, Family::integers, ++seed));
  if (tier == Tier::smoke) return all;
  all.push_back(plain_case(o, (1 << 19) + 1, 1, 1, Family::integers, ++seed));
  if (tier == Tier::standard) return all;
  all.push_back(plain_case(o, (1 << 21) + 1, 2, 2, Family::integers, ++seed));
  return all;
}

Cases stride_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const auto add = [&](auto change) {
    for (const auto [m, n, k] : {Sizes{4, 5, 6}, Sizes{17, 16, 16}, Sizes{33, 40, 35}}) {
      GemmCase c = plain_case(o, m, n, k, Family::integers, ++seed);
      c.batch = 3;
      change(c);
      all.push_back(c);
    }
  };
  for (const int which : {0, 1, 2, 3}) {
    const auto of = [which](GemmCase& c) -> Layout& {
      return which == 0 ? c.a : which == 1 ? c.b : which == 2 ? c.c : c.d;
    };
    const auto both = [&, which](GemmCase& c, auto change) {
      change(of(c));
      if (which == 2) set_scalars(o, c, 1, 1);
    };
    add([&](GemmCase& c) { both(c, [](Layout& l) { l.transposed = true; }); });
    add([&](GemmCase& c) { both(c, [](Layout& l) { l.pad = 3; }); });
    add([&](GemmCase& c) { both(c, [](Layout& l) { l.transposed = true, l.pad = 5; }); });
    add([&](GemmCase& c) { both(c, [](Layout& l) { l.batch_pad = 4; }); });
    add([&](GemmCase& c) { both(c, [](Layout& l) { l.batching = Batching::interleaved; }); });
    add([&](GemmCase& c) { both(c, [](Layout& l) { l.inner = 2; }); });
    add([&](GemmCase& c) { both(c, [](Layout& l) { l.reversed = true; }); });
    if (which == 3) continue;
    add([&](GemmCase& c) { both(c, [](Layout& l) { l.batching = Batching::shared; }); });
    add([&](GemmCase& c) { both(c, [](Layout& l) { l.inner = 0; }); });
  }
  add([](GemmCase& c) { c.a.transposed = c.b.transposed = true, c.a.pad = 7, c.b.pad = 1, c.d.pad = 2; });
  add([](GemmCase& c) { c.a.transposed = c.b.transposed = c.c.transposed = c.d.transposed = true; });
  return all;
}

Cases align_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (std::int64_t lead = 1; lead < 8; ++lead) {
    for (const int which : {0, 1, 2, 3}) {
      GemmCase c = plain_case(o, 64, 64, 64, Family::integers, ++seed);
      if (lead > 2) c.m = c.n = 19, c.k = 20;
      set_scalars(o, c, 1, which == 2 ? 1 : 0);
      (which == 0 ? c.a : which == 1 ? c.b : which == 2 ? c.c : c.d).lead = lead;
      all.push_back(c);
    }
  }
  return all;
}

Cases alias_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  if (o.c != o.d) return all;
  for (const auto [m, n, k] :
       {Sizes{1, 1, 1}, Sizes{4, 4, 4}, Sizes{33, 65, 17}, Sizes{64, 64, 8}, Sizes{1, 70, 3}}) {
    for (const double beta : {1.0, -0.5, 0.0}) {
      GemmCase c = plain_case(o, m, n, k, Family::integers, ++seed);
      set_scalars(o, c, 1, beta);
      c.in_place = true;
      c.batch = 2;
      all.push_back(c);
      c.d.pad = 3;
      all.push_back(c);
    }
  }
  return all;
}

Cases write_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const auto [m, n, k] :
       {Sizes{1, 1, 1}, Sizes{5, 7, 9}, Sizes{33, 31, 40}, Sizes{64, 65, 16}, Sizes{3, 70, 0}}) {
    GemmCase c = plain_case(o, m, n, k, Family::uniform, ++seed);
    if (o.integer()) c.family = Family::integers;
    all.push_back(c);
    c.batch = 3;
    c.d.pad = 5;
    c.d.batch_pad = 3;
    all.push_back(c);
    c.d.transposed = true;
    all.push_back(c);
  }
  return all;
}

Cases read_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t k : {1, 2, 7, 16, 31, 33, 40, 65}) {
    for (const bool transposed : {false, true}) {
      GemmCase c = plain_case(o, 19, 21, k, Family::integers, ++seed);
      c.batch = 2;
      c.a.pad = c.b.pad = c.c.pad = 13;
      c.a.batch_pad = c.b.batch_pad = 17;
      c.a.transposed = c.b.transposed = transposed;
      all.push_back(c);
    }
  }
  return all;
}

Cases index_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const int which : {0, 1, 2, 3}) {
    for (const int kind : {0, 1, 2}) {
      GemmCase c = plain_case(o, 3, 3, 3, Family::integers, ++seed);
      c.batch = 3;
      set_scalars(o, c, 1, which == 2 ? 1 : 0);
      Layout& layout = which == 0 ? c.a : which == 1 ? c.b : which == 2 ? c.c : c.d;
      // The third row, column or problem begins beyond 2^31.
      (kind == 2 ? layout.batch_pad : layout.pad) = (std::int64_t{1} << 30) + 24;
      layout.transposed = kind == 1;
      if (kind != 2) c.batch = 1;
      all.push_back(c);
    }
  }
  return all;
}

Cases repeat_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const Family family = o.integer() ? Family::integers : Family::uniform;
  for (const auto [m, n, k] : {Sizes{5, 5, 300}, Sizes{33, 17, 64}, Sizes{128, 64, 96}, Sizes{1, 9, 2000}})
    all.push_back(plain_case(o, m, n, k, family, ++seed));
  return all;
}

Cases row_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const Family family = o.integer() ? Family::integers : Family::uniform;
  for (const auto [m, n, k] : {Sizes{7, 8, 100}, Sizes{33, 16, 64}, Sizes{64, 64, 512}, Sizes{129, 8, 300}})
    all.push_back(plain_case(o, m, n, k, family, ++seed));
  return all;
}

Cases model_cases(const GemmOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const Family family :
       {Family::uniform, Family::wide, Family::cancelling, Family::order_revealing, Family::subnormal}) {
    for (std::size_t i = 0; i < at_tier(tier, 1, 2, 20); ++i) {
      for (const auto [m, n, k] : {Sizes{16, 16, 64}, Sizes{5, 9, 77}, Sizes{3, 3, 500}})
        all.push_back(plain_case(o, m, n, k, o.integer() ? Family::integers : family, ++seed));
    }
  }
  return all;
}

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
