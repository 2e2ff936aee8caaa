// Cases by shape, layout and memory.
#include "suites/framework/codes.h"
#include "suites/framework/random.h"
#include "suites/rows/cases.h"

namespace ulpgate::rows {
namespace {

/// As many rows along the outer axis as there may be, and some of the inner one.
RowsCase shaped(const RowsOffer& o, std::int64_t outer, std::int64_t n, std::int64_t inner,
                std::uint64_t seed, Family family = Family::uniform) {
  RowsCase c = plain_case(o, outer, n, family, seed);
  if (has_inner(o)) c.inner = inner;
  set_groups(o, c);
  return c;
}

/// Every layout that a change gives, of one tensor after the other.
template <typename Change>
void each_tensor(const RowsOffer& o, const RowsCase& base, bool outputs, Cases& all, Change change) {
  for (std::size_t t = 0; t < o.formats.size(); ++t) {
    if (o.formats[t] == nullptr || (o.operation->tensors[t].output && !outputs)) continue;
    RowsCase c = base;
    change(c.layouts[t], shape_of(o, c, t));
    if (!(c.layouts[t] == Layout{})) all.push_back(std::move(c));
  }
}

bool along(const std::array<std::int64_t, 3>& shape, unsigned axis) { return shape[axis] > 1; }

}  // namespace

Cases empty_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  all.push_back(shaped(o, 0, 5, 3, ++seed));
  all.push_back(shaped(o, 0, 0, 0, ++seed));
  all.push_back(shaped(o, 1, 1, 1, ++seed));
  if (has_inner(o)) {
    all.push_back(shaped(o, 4, 5, 0, ++seed));
    all.push_back(shaped(o, 4, 0, 3, ++seed));
  }
  return all;
}

Cases tall_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const std::int64_t many = o.emulated ? 1030 : tier == Tier::smoke ? 5000 : 131075;
  const auto add = [&](std::int64_t outer, std::int64_t n, std::int64_t inner) {
    RowsCase c = shaped(o, outer, n, inner, ++seed);
    c.period = 7;
    if (o.causal) c.causal = 7;  // so that rows do repeat
    all.push_back(c);
  };
  add(many, 3, 1);
  // What judges a call as a whole judges each of its rows.
  const bool by_row = d.row != nullptr;
  const bool in_turn = tier == Tier::standard && o.share.turn % 4 == 0;
  if (!o.emulated && by_row && in_turn) add(1048579, 2, 1);
  if (!o.emulated && tier > Tier::standard) add(8388609 / 5, 5, 1);
  if (o.operation->name.ends_with("norm_backward") && (o.has("dgamma") || o.has("dbeta"))) {
    // Few that count, as in long_cases.
    RowsCase c = shaped(o,
                        o.emulated || tier == Tier::smoke ? 2049
                        : in_turn                         ? 131073
                                                          : 16385,
                        2, 1, ++seed, Family::quiet);
    c.plain_parameters = true;
    for (const std::int64_t row : places_that_count(c.outer)) {
      c.planted.push_back({o.place("x"), row, 0, 0, nearest_code(*o.format("x"), 1)});
      c.planted.push_back({o.place("dy"), row, 0, 0, nearest_code(*o.format("dy"), 1)});
      c.planted.push_back({o.place("dy"), row, 1, 0, nearest_code(*o.format("dy"), 1)});
    }
    all.push_back(c);
  }
  if (has_inner(o)) {
    RowsCase wide = shaped(o, 2, 2, o.emulated ? 70 : 1031, ++seed);
    all.push_back(wide);
  }
  if (has_groups(o)) {
    const std::int64_t groups = o.emulated ? 515 : tier == Tier::smoke ? 2500 : 65539;
    RowsCase c = plain_case(o, 2, groups * 2, Family::uniform, ++seed);
    set_scalar(o, c, "groups", static_cast<double>(groups));
    all.push_back(c);
  }
  return all;
}

Cases stride_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {4, 21, 64}) {
    const RowsCase base = shaped(o, 5, n, 3, ++seed);
    for (int order = 1; order < 6; ++order) {
      if (!has_inner(o) && order != 2) continue;
      each_tensor(o, base, true, all, [&](Layout& l, const auto&) { l.order = order; });
    }
    each_tensor(o, base, true, all, [&](Layout& l, const auto&) { l.pad = 3; });
    each_tensor(o, base, true, all, [&](Layout& l, const auto&) { l.step = 2; });
    for (const unsigned axis : {0U, 1U, 2U}) {
      const unsigned bit = 1U << axis;
      each_tensor(o, base, true, all,
                  [&](Layout& l, const auto& s) { l.reversed = along(s, axis) ? bit : 0; });
      each_tensor(o, base, false, all,
                  [&](Layout& l, const auto& s) { l.shared = along(s, axis) ? bit : 0; });
    }
  }
  return all;
}

Cases align_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {8, 31, 256, 1027}) {
    if (tier == Tier::smoke && n > 100) continue;
    const RowsCase base = shaped(o, 2, n, 1, ++seed);
    for (const std::int64_t lead : {1, 3, 8}) {
      each_tensor(o, base, true, all, [&](Layout& l, const auto&) { l.lead = lead; });
      RowsCase together = base;
      for (Layout& l : together.layouts) l.lead = lead;
      all.push_back(together);
    }
  }
  return all;
}

Cases alias_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {1, 6, 33, 257, 1500}) {
    // Plain values: where anything may come out, nothing is judged.
    RowsCase c = shaped(o, 4, n, n < 300 ? 2 : 1, ++seed);
    c.in_place = true;
    all.push_back(c);
    c.inner = 1;
    all.push_back(c);
  }
  return all;
}

Cases write_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {1, 3, 17, 64, 259, 1100}) {
    RowsCase c = shaped(o, 5, n, 2, ++seed);
    c.inner = n < 300 ? c.inner : 1;
    all.push_back(c);
    for (Layout& l : c.layouts) l.pad = 5;
    all.push_back(c);
  }
  return all;
}

Cases read_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {1, 2, 7, 16, 31, 33, 65, 250, 1030}) {
    RowsCase c = shaped(o, 3, n, 2, ++seed);
    for (std::size_t t = 0; t < c.layouts.size(); ++t) c.layouts[t].pad = 13;
    all.push_back(c);
    for (Layout& l : c.layouts) l.step = 3;
    all.push_back(c);
  }
  return all;
}

Cases index_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const RowsCase base = shaped(o, 4, 3, 2, ++seed);
  // The third row, or the third element of each, begins beyond 2^31.
  each_tensor(o, base, true, all, [&](Layout& l, const auto& s) {
    if (along(s, 0)) l.pad = (std::int64_t{1} << 30) + 24;
  });
  each_tensor(o, base, true, all, [&](Layout& l, const auto& s) {
    if (!along(s, 1) || !along(s, 0)) return;
    l.order = 2;
    l.pad = (std::int64_t{1} << 30) + 24;
  });
  // Of what has columns only: gamma, beta and their gradients.
  each_tensor(o, base, true, all, [&](Layout& l, const auto& s) {
    if (along(s, 1) && !along(s, 0)) l.step = (std::int64_t{1} << 30) + 24;
  });
  return all;
}

Cases repeat_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {9, 300, 2000}) all.push_back(shaped(o, 3, n, 1, ++seed));
  all.push_back(shaped(o, 7, 40, 3, ++seed));
  return all;
}

Cases row_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  // Whichever third of these an offer takes, there are many rows of some length.
  for (const std::int64_t n : {300, 64, 257, 1100, 5, 700}) {
    RowsCase c = shaped(o, n > 500 ? 5 : 33, n, 1, ++seed);
    if (o.causal) c.causal = 4;  // the rows of a call do not change what a row is
    all.push_back(c);
  }
  return all;
}

namespace {

std::int64_t extent(const CounterRandom& random, std::uint64_t index, int size, std::int64_t most) {
  return static_cast<std::int64_t>(1 +
                                   random.below(index, static_cast<std::uint64_t>(1 + most * size / 100)));
}

}  // namespace

RowsCase draw_accuracy(const Definition& d, const RowsOffer& o, std::uint64_t seed, int size) {
  const CounterRandom random(seed, 1);
  RowsCase c = shaped(o, extent(random, 0, size, 6), extent(random, 1, size, 300),
                      random.below(2, 4) == 0 ? 3 : 1, seed, d.families[random.below(3, d.families.size())]);
  if (o.has("v")) c.d = static_cast<std::int64_t>(1 + random.below(7, 20));
  if (random.below(4, 4) == 0) c.exponent = static_cast<int>(random.below(5, 9)) - 4;
  if (o.has_scale)
    c.scale = nearest_code(o.scale_format(), 0.25 + static_cast<double>(random.below(6, 8)) / 3);
  return c;
}

RowsCase draw_layout(const Definition&, const RowsOffer& o, std::uint64_t seed, int size) {
  const CounterRandom random(seed, 1);
  RowsCase c =
      shaped(o, extent(random, 0, size, 6), extent(random, 1, size, 60), extent(random, 2, size, 4), seed);
  if (o.has("v")) c.d = extent(random, 3, size, 4);
  for (std::size_t t = 0; t < c.layouts.size(); ++t) {
    Layout& l = c.layouts[t];
    const auto draw = [&](std::uint64_t index, std::uint64_t below) {
      return random.below(10 + 10 * t + index, below);
    };
    l.order = has_inner(o) ? static_cast<int>(draw(0, 6)) : static_cast<int>(draw(0, 2)) * 2;
    l.pad = draw(1, 3) == 0 ? static_cast<std::int64_t>(draw(2, 9)) : 0;
    l.step = draw(3, 5) == 0 ? 2 : 1;
    l.reversed = draw(4, 4) == 0 ? static_cast<unsigned>(draw(5, 8)) : 0;
    l.shared = draw(6, 5) == 0 && !o.operation->tensors[t].output ? static_cast<unsigned>(draw(7, 8)) : 0;
    l.lead = static_cast<std::int64_t>(draw(8, 8));
  }
  return c;
}

RowsCase draw_special(const Definition&, const RowsOffer& o, std::uint64_t seed, int size) {
  const CounterRandom random(seed, 1);
  RowsCase c = shaped(o, 1 + extent(random, 0, size, 5), extent(random, 1, size, 70), 1, seed);
  const std::uint64_t planted = 1 + random.below(4, 3);
  for (std::uint64_t i = 0; i < planted; ++i) {
    const auto t = static_cast<std::size_t>(random.below(10 + 5 * i, o.formats.size()));
    const bool input =
        o.formats[t] != nullptr && !o.operation->tensors[t].output && o.formats[t]->is_floating();
    if (!input || o.operation->tensors[t].name == "dloss") continue;
    const int which = static_cast<int>(random.below(11 + 5 * i, 3));
    const auto code = special_code(*o.formats[t], which);
    const auto shape = shape_of(o, c, t);
    if (!code || !can_be(o, t, which)) continue;
    const auto at = [&](std::uint64_t index, std::size_t axis) {
      return static_cast<std::int64_t>(random.below(index + 5 * i, static_cast<std::uint64_t>(shape[axis])));
    };
    c.planted.push_back({t, at(12, 0), at(13, 1), 0, *code});
  }
  return c;
}

}  // namespace ulpgate::rows
