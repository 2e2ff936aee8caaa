#include "suites/rows/cases.h"

#include <algorithm>

#include "suites/framework/codes.h"
#include "suites/softmax/properties.h"

namespace ulpgate::softmax {
namespace {

using rows::Family;
using rows::plain_case;

std::uint64_t minus_infinity(const Format& f) { return *rows::special_code(f, 2); }

/// The case with all of x, of no mask at all, given by visit(row, i), where it gives something.
template <typename Visit>
RowsCase with_x(const RowsOffer& o, RowsCase c, Visit visit) {
  c.plain_parameters = true;
  c = rows::spelled_out(o, c);
  for (std::int64_t row = 0; row < c.outer; ++row) {
    for (std::int64_t i = 0; i < c.n; ++i) {
      const std::optional<std::uint64_t> code = visit(row, i);
      if (code) c.codes[0][static_cast<std::size_t>(row * c.n + i)] = *code;
    }
  }
  return c;
}

constexpr std::int64_t lengths[] = {1, 2, 3, 7, 8, 31, 32, 33, 64, 65, 127, 256, 259};
constexpr std::int64_t long_lengths[] = {1023, 1024, 1025, 4097};

}  // namespace

Cases accuracy_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all = rows::accuracy_cases(d, o, tier, seed);
  seed += 1000;
  // Where exp ends in fp32: the last distance from the maximum with a result above 0, and the first without;
  // the last normal result, and what follows; the last finite one without a shift, and the first infinite.
  constexpr double ends[][4] = {{0, -103.97, -103.98, -104},
                                {-86, -87.3365, -87.34, 0},
                                {88.72283, -15.2499, 1.3863, -15.2572},
                                {-1, -3, -88, 88.7229}};
  for (const std::int64_t n : {1, 4, 33}) {
    const RowsCase c = plain_case(o, 4, n, Family::uniform, ++seed);
    all.push_back(with_x(o, c, [&](std::int64_t row, std::int64_t i) {
      return std::optional(nearest_code(*o.formats[0], ends[row][(row + i) % 4]));
    }));
  }
  return all;
}

Cases few_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {2, 16, 65, 512, 1500}) {
    if (tier == Tier::smoke && n > 100) break;
    for (const Family family : d.families) {
      RowsCase c = plain_case(o, n > 100 ? 1 : 3, n, family, ++seed);
      c.plain_parameters = true;
      if (o.scale_y) c.scale_y = nearest_code(formats::fp32, 1);
      all.push_back(c);
    }
  }
  return all;
}

Cases shift_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {2, 5, 33, 64, 300, 1025}) {
    RowsCase c = plain_case(o, 3, n, Family::steps, ++seed);
    c.plain_parameters = true;
    all.push_back(c);
  }
  return all;
}

Cases place_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const Format& f = *o.formats[0];
  const auto add = [&](std::int64_t n, const std::vector<std::int64_t>& places) {
    RowsCase c = plain_case(o, static_cast<std::int64_t>(places.size()), n, Family::uniform, ++seed);
    if (o.causal) c.causal = 1;
    all.push_back(with_x(o, c, [&](std::int64_t row, std::int64_t i) {
      const bool kept = i == places[static_cast<std::size_t>(row)];
      return kept ? std::nullopt : std::optional(minus_infinity(f));
    }));
  };
  for (const std::int64_t n : lengths) {
    if (tier == Tier::smoke && n > 70) continue;
    std::vector<std::int64_t> places;
    const std::int64_t step = n > 70 ? 5 : 1;
    for (std::int64_t i = 0; i < n; i += step) places.push_back(i);
    add(n, places);
  }
  if (tier == Tier::smoke) return all;
  for (const std::int64_t n : long_lengths) add(n, {0, 1, 31, 32, n / 2, n - 2, n - 1});
  return all;
}

Cases mask_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const Format& f = *o.formats[0];
  for (const std::int64_t n : {1, 2, 7, 33, 64, 130, 1025}) {
    if (tier == Tier::smoke && n > 100) break;
    for (const Family family : {Family::uniform, Family::spread, Family::one_hot}) {
      RowsCase c = plain_case(o, 4, n, family, ++seed);
      if (o.causal) c.causal = n == 7 ? 2 : 4;
      all.push_back(c);
    }
    // Real logits far below every usual stand-in for -infinity, beside masked ones.
    for (const double low : {-60000.0, -9990.0, -10004.0, -1e30}) {
      if (std::abs(low) > largest_value(f)) continue;
      RowsCase c = plain_case(o, 4, n, Family::near_equal, ++seed);
      if (o.causal) c.causal = 3;
      c = rows::spelled_out(o, c);
      std::fill(c.codes[0].begin(), c.codes[0].end(), nearest_code(f, low));
      all.push_back(c);
    }
  }
  return all;
}

Cases masked_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const Format& f = *o.formats[0];
  const auto add = [&](std::int64_t n) {
    const RowsCase base = plain_case(o, 4, n, Family::uniform, ++seed);
    all.push_back(with_x(o, base, [&](std::int64_t row, std::int64_t) {
      return row % 2 == 0 ? std::optional(minus_infinity(f)) : std::nullopt;
    }));
    if (!o.has("mask")) return;
    RowsCase c = rows::spelled_out(o, base);
    const std::size_t mask = o.place("mask");
    const Format& m = *o.formats[mask];
    const std::uint64_t out = m.is_floating() ? nearest_code(m, -HUGE_VAL) : 1;
    for (std::int64_t i = 0; i < n; ++i)
      c.codes[mask][static_cast<std::size_t>(n + i)] = m.has_infinity ? minus_infinity(m) : out;
    all.push_back(c);
  };
  for (const std::int64_t n : lengths) add(n);
  if (tier == Tier::smoke) return all;
  for (const std::int64_t n : long_lengths) add(n);
  return all;
}

Cases infinity_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const Format& f = *o.formats[0];
  const std::uint64_t infinity = *rows::special_code(f, 1);
  const auto add = [&](std::int64_t n) {
    const RowsCase base = plain_case(o, 6, n, Family::uniform, ++seed);
    all.push_back(with_x(o, base, [&](std::int64_t row, std::int64_t i) -> std::optional<std::uint64_t> {
      // One at the front, in the middle, at the end; two; beside -infinity; none.
      const bool here = (row == 0 && i == 0) || (row == 1 && i == n / 2) || (row == 2 && i == n - 1) ||
                        (row == 3 && (i == 0 || i == n - 1)) || (row == 4 && i == n / 3);
      if (here) return infinity;
      return row == 4 && i % 2 == 0 ? std::optional(minus_infinity(f)) : std::nullopt;
    }));
  };
  for (const std::int64_t n : lengths) add(n);
  if (tier == Tier::smoke) return all;
  for (const std::int64_t n : long_lengths) add(n);
  return all;
}

Cases scale_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const double scale : {0.125, 1.0, -0.75, 0.0, 0.0883883461, 16.0, 1e-3}) {
    for (const std::int64_t n : {3, 64, 301}) {
      RowsCase c = plain_case(o, 2, n, n == 64 ? Family::spread : Family::uniform, ++seed);
      c.scale = nearest_code(o.scale_format(), scale);
      all.push_back(c);
    }
  }
  return all;
}

}  // namespace ulpgate::softmax
