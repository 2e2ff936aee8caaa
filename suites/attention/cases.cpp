#include "suites/rows/cases.h"

#include <algorithm>
#include <set>

#include "suites/attention/properties.h"
#include "suites/framework/codes.h"

namespace ulpgate::attention {
namespace {

using rows::Family;
using rows::plain_case;

std::uint64_t minus_infinity(const Format& f) { return *rows::special_code(f, 2); }

/// The case with scores given by visit(row, i), where it gives something.
template <typename Visit>
RowsCase with_x(const RowsOffer& o, const RowsCase& plain, Visit visit) {
  RowsCase c = rows::spelled_out(o, plain);
  for (std::int64_t row = 0; row < c.outer; ++row) {
    for (std::int64_t i = 0; i < c.n; ++i) {
      const std::optional<std::uint64_t> code = visit(row, i);
      if (code) c.codes[0][static_cast<std::size_t>(row * c.n + i)] = *code;
    }
  }
  return c;
}

/// Either side of where blocks and parts end, as far as claims tell.
std::vector<std::int64_t> edges(const RowsOffer& o) {
  std::set<std::int64_t> all;
  const std::int64_t block = std::clamp<std::int64_t>(o.arithmetic.block, 1, 256), parts = o.arithmetic.parts;
  for (const std::int64_t at : {block, 2 * block, parts, parts * block, 2 * parts * block + block}) {
    for (const std::int64_t n : {at - 1, at, at + 1}) {
      if (n > 0 && n < 1200) all.insert(n);
    }
  }
  return {all.begin(), all.end()};
}

RowsCase with_d(RowsCase c, std::int64_t d) {
  c.d = d;
  return c;
}

constexpr std::int64_t lengths[] = {1, 2, 3, 7, 8, 31, 32, 33, 64, 65, 127, 129, 256, 259};

}  // namespace

Cases accuracy_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all = rows::accuracy_cases(d, o, tier, seed);
  std::size_t next = 0;
  for (const std::int64_t n : edges(o)) {
    RowsCase c = plain_case(o, 3, n, d.families[next++ % d.families.size()], ++seed);
    all.push_back(c);
    // Ever larger scores, so that each block has the maximum, and ever smaller ones.
    all.push_back(with_x(o, c, [&](std::int64_t row, std::int64_t i) -> std::optional<std::uint64_t> {
      const double x = static_cast<double>(i) * 0.25 * (row % 2 == 0 ? 1 : -1);
      return nearest_code(o.input(), x);
    }));
  }
  for (const std::int64_t columns : {1, 2, 8, 17, 64, 65, 128, 129})
    all.push_back(with_d(plain_case(o, 2, 48, Family::normal, ++seed), columns));
  for (const std::int64_t columns : {192, 256, 257, 512, 576, 1025})
    all.push_back(with_d(plain_case(o, 1, 9, Family::normal, ++seed), columns));
  return all;
}

Cases cut_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  std::size_t next = 0;
  for (const std::int64_t n : {2, 3, 17, 64, 130, 500}) {
    if (tier == Tier::smoke && n > 100) break;
    for (int k = 0; k < 3; ++k)
      all.push_back(plain_case(o, 3, n, d.families[next++ % d.families.size()], ++seed));
    if (!o.input().has_infinity) continue;
    // One side without scores, in some rows.
    const RowsCase c = plain_case(o, 4, n, Family::normal, ++seed);
    all.push_back(with_x(o, c, [&](std::int64_t row, std::int64_t i) -> std::optional<std::uint64_t> {
      const bool gone = (row == 0 && i < n / 2) || (row == 1 && i >= n / 2);
      return gone ? std::optional(minus_infinity(o.input())) : std::nullopt;
    }));
  }
  return all;
}

Cases shift_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {2, 5, 33, 64, 300}) all.push_back(plain_case(o, 3, n, Family::steps, ++seed));
  return all;
}

Cases place_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const std::uint64_t gone = minus_infinity(o.input());
  for (const std::int64_t n : lengths) {
    if (tier == Tier::smoke && n > 70) continue;
    const std::int64_t step = n > 40 ? 5 : 1;
    RowsCase c = plain_case(o, (n + step - 1) / step, n, Family::uniform, ++seed);
    if (o.causal) c.causal = 1;
    all.push_back(with_x(o, c, [&](std::int64_t row, std::int64_t i) {
      return i == row * step ? std::nullopt : std::optional(gone);
    }));
  }
  // The first k are gone, and the last k.
  std::vector<std::int64_t> some = edges(o);
  some.insert(some.end(), {33, 130});
  for (const std::int64_t n : some) {
    if (n < 2 || (tier == Tier::smoke && n > 100)) continue;
    RowsCase c = plain_case(o, 6, n, Family::normal, ++seed);
    if (o.causal) c.causal = 1;
    const std::int64_t k[] = {1, n / 2, n - 1};
    all.push_back(with_x(o, c, [&](std::int64_t row, std::int64_t i) {
      const std::int64_t count = k[row / 2];
      return (row % 2 == 0 ? i < count : i >= n - count) ? std::optional(gone) : std::nullopt;
    }));
  }
  return all;
}

Cases masked_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const std::uint64_t gone = minus_infinity(o.input());
  for (const std::int64_t n : lengths) {
    if (tier == Tier::smoke && n > 70) continue;
    all.push_back(with_x(
        o, plain_case(o, 4, n, Family::uniform, ++seed),
        [&](std::int64_t row, std::int64_t) { return row % 2 == 0 ? std::optional(gone) : std::nullopt; }));
  }
  all.push_back(plain_case(o, 3, 0, Family::uniform, ++seed));
  all.push_back(with_d(plain_case(o, 3, 5, Family::uniform, ++seed), 0));
  return all;
}

Cases constant_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  std::size_t next = 0;
  for (const std::int64_t n : {1, 2, 16, 33, 64, 100, 257, 1025}) {
    if (tier == Tier::smoke && n > 100) break;
    for (int k = 0; k < 3; ++k) {
      const RowsCase plain = plain_case(o, 3, n, d.families[next++ % d.families.size()], ++seed);
      RowsCase c = rows::spelled_out(o, plain);
      std::vector<std::uint64_t>& v = c.codes[o.place("v")];
      for (std::size_t i = static_cast<std::size_t>(c.d); i < v.size(); ++i)
        v[i] = v[i - static_cast<std::size_t>(c.d)];
      all.push_back(std::move(c));
    }
  }
  return all;
}

Cases causal_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all = rows::causal_cases(d, o, tier, seed + 100);
  // As many rows as scores, fewer, more, and several sequences below each other.
  for (const auto& [rows, n, queries] :
       {std::tuple{9, 9, 9}, {3, 20, 3}, {12, 5, 12}, {12, 33, 4}, {1, 64, 1}}) {
    RowsCase c = plain_case(o, rows, n, Family::normal, ++seed);
    c.causal = queries;
    all.push_back(c);
    c = rows::spelled_out(o, c);
    all.push_back(c);
  }
  return all;
}

Cases scale_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  // Where the scale joins the exponential's base, the maximum is that of unscaled scores.
  const bool base2 = o.arithmetic.softmax == SoftmaxAlgorithm::base2 ||
                     o.arithmetic.softmax == SoftmaxAlgorithm::base2_online;
  for (const double scale : {0.125, 1.0, -0.75, 0.0, 0.0883883461, 16.0, 1e-3}) {
    if (base2 && scale < 0) continue;
    for (const std::int64_t n : {3, 64, 301}) {
      RowsCase c = plain_case(o, 2, n, n == 64 ? Family::spread : Family::uniform, ++seed);
      c.scale = nearest_code(o.scale_format(), scale);
      all.push_back(c);
    }
  }
  return all;
}

}  // namespace ulpgate::attention
