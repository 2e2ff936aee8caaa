#include "suites/optimizer/sum_cases.h"

#include "suites/framework/codes.h"

namespace ulpgate::optimizer {
namespace {

using rows::Cases;
using rows::Definition;
using rows::Family;
using rows::RowsCase;
using rows::RowsOffer;

constexpr double heavy = 96;

/// x is 0 but in one row, whose elements are heavy.
RowsCase heavy_row(const RowsOffer& o, std::int64_t rows, std::int64_t n, std::int64_t row,
                   std::uint64_t seed) {
  RowsCase c = rows::plain_case(o, rows, n, Family::quiet, seed);
  for (std::int64_t i = 0; row >= 0 && i < n; ++i)
    c.planted.push_back({0, row, i, 0, nearest_code(o.input(), heavy)});
  return c;
}

}  // namespace

Cases micro_batch_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all = rows::accuracy_cases(d, o, tier, seed);
  const std::size_t main = o.place("main");
  constexpr std::int64_t n = 5;
  const auto with_main = [&](RowsCase c, std::uint64_t code) {
    for (std::int64_t i = 0; i < n; ++i) c.planted.push_back({main, 0, i, 0, code});
    all.push_back(c);
  };
  for (const std::int64_t rows : {8, 9, 10, 11, 12, 16, 17, 31, 32, 33, 63, 64, 65, 129, 1025}) {
    for (const std::int64_t row : {std::int64_t{0}, rows / 2, rows - 2, rows - 1})
      all.push_back(heavy_row(o, rows, n, row, ++seed));
    with_main(heavy_row(o, rows, n, -1, ++seed), nearest_code(*o.formats[main], heavy));
    if (rows > 65) continue;
    for (const Family family : {Family::equal, Family::steps})
      all.push_back(rows::plain_case(o, rows, n, family, ++seed));
  }
  // Nothing but the main's subnormal numbers, and then the gradients'.
  for (const std::int64_t rows : {1, 3, 9}) {
    for (const std::uint64_t code : {1U, 3U, 0x41U}) with_main(heavy_row(o, rows, n, -1, ++seed), code);
    RowsCase c = heavy_row(o, rows, n, -1, ++seed);
    for (std::int64_t i = 0; i < n; ++i)
      c.planted.push_back({0, rows - 1, i, 0, 1U + static_cast<unsigned>(i)});
    with_main(c, 0);
  }
  return all;
}

Cases tensor_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all = rows::accuracy_cases(d, o, tier, seed);
  for (const std::int64_t rows : {5, 9, 17, 33, 65, 129, 257, 1001}) {
    for (const std::int64_t row : {std::int64_t{0}, rows - 1})
      all.push_back(heavy_row(o, rows, 3, row, ++seed));
  }
  if (tier > Tier::smoke && !o.emulated) all.push_back(heavy_row(o, 65537, 1, 65536, ++seed));
  // About 1e-6, 1e-12 and 1e-18; from there on squares are subnormal, and then numbers themselves.
  for (const int exponent : {-20, -40, -60, -64, -66, -69, -100, -130, -140}) {
    for (const Family family : {Family::normal, Family::equal}) {
      all.push_back(rows::plain_case(o, 3, 33, family, ++seed));
      all.back().exponent = exponent;
    }
  }
  return all;
}

}  // namespace ulpgate::optimizer
