// Cases by shape, layout and memory.
#include <array>
#include <cmath>

#include "suites/gemm/cases.h"
#include "suites/gemm/cases/parts.h"
#include "suites/gemm/values.h"

namespace ulpgate::gemm {

Cases shape_cases(const GemmOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const CounterRandom random(seed, 5);
  std::uint64_t next = 0;
  const auto up_to_70 = [&] { return static_cast<std::int64_t>(1 + random.below(next++, 70)); };
  const std::int64_t step = tier == Tier::smoke ? 9 : 1;
  for (std::int64_t extent = 1; extent <= 70; extent += step) {
    const std::int64_t x = up_to_70() / 6 + 1, y = up_to_70();
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
  const auto add = [&](std::int64_t batch, std::int64_t m, std::int64_t n, std::int64_t k) {
    GemmCase c = plain_case(o, m, n, k, Family::integers, ++seed);
    c.batch = batch;
    c.period = 251;
    all.push_back(c);
  };
  if (o.emulated && tier <= Tier::standard) {
    // One offer of an emulated implementation shows what becomes of more problems than a grid has planes.
    if (o.share.turn == 0) {
      add(65537, 1, 1, 1);
    } else {
      add(1, 65539, 1, 2);
    }
    return all;
  }
  add(65535, 1, 1, 1);
  add(65537, 1, 1, 1);
  add(1, 65539, 1, 2);
  // Of many offers every eighth takes it: it is larger than all other cases of the tier together.
  if (tier == Tier::smoke || (tier == Tier::standard && o.share.turn % 8 != 0)) return all;
  add(1, (1 << 19) + 1, 1, 1);
  if (tier == Tier::standard) return all;
  add(1, (1 << 21) + 1, 2, 2);
  return all;
}

Cases stride_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const auto add = [&](auto change) {
    for (const auto [m, n, k] : {Sizes{4, 5, 6}, Sizes{19, 18, 20}}) {
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
      c.batch = m < 10 ? 2 : 1;
      all.push_back(c);
      c.d.pad = 3;
      all.push_back(c);
    }
  }
  return all;
}

Cases self_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const Family family : {Family::integers, Family::uniform}) {
    for (const auto& [m, k] :
         {std::pair{1, 1}, std::pair{4, 5}, std::pair{17, 33}, std::pair{40, 3}, std::pair{33, 64}}) {
      GemmCase c = plain_case(o, m, m, k, o.integer() ? Family::integers : family, ++seed);
      c.self = true;
      all.push_back(c);
      c.a.transposed = true;
      c.a.pad = 2;
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

}  // namespace ulpgate::gemm
