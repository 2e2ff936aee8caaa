#include "suites/rows/cases.h"

#include <algorithm>

#include "suites/framework/codes.h"
#include "suites/loss/properties.h"

namespace ulpgate::loss {
namespace {

using rows::Family;
using rows::plain_case;

/// So many rows that a sum's bound leaves room for lost ones, of which six have a loss and the others are
/// ignored.
RowsCase few_that_count(const RowsOffer& o, std::int64_t count, std::uint64_t seed) {
  RowsCase c = plain_case(o, count, 2, Family::quiet, seed);
  const std::uint64_t zero = nearest_code(*o.formats[0], 0);
  for (const std::int64_t row : rows::places_that_count(count)) {
    c.planted.push_back({o.place("target"), row, 0, 0, 1});
    c.planted.push_back({0, row, 0, 0, zero});
    c.planted.push_back({0, row, 1, 0, zero});
  }
  return c;
}

}  // namespace

Cases ignore_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {1, 3, 64, 129}) {
    for (const std::int64_t ignored :
         {std::int64_t{-100}, std::int64_t{-1}, std::int64_t{0}, n - 1, n, std::int64_t{1} << 40}) {
      RowsCase c = plain_case(o, 7, n, Family::normal, ++seed);
      c.ignore_index = ignored;
      all.push_back(c);
      // All of them, and all but the last.
      c = rows::spelled_out(o, c);
      std::vector<std::uint64_t>& targets = c.codes[o.place("target")];
      targets.assign(targets.size(), static_cast<std::uint64_t>(ignored));
      all.push_back(c);
      targets.back() = static_cast<std::uint64_t>(n / 2);
      all.push_back(c);
    }
  }
  return all;
}

Cases smoothing_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const double smoothing : {0.0, 0.1, 0.5, 1.0}) {
    for (const std::int64_t n : {1, 2, 17, 260}) {
      RowsCase c = plain_case(o, 4, n, n == 17 ? Family::spread : Family::normal, ++seed);
      c.smoothing = nearest_code(formats::fp32, smoothing);
      all.push_back(c);
    }
  }
  return all;
}

Cases reduction_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t rows : {1, 2, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1023, 1024, 1025, 4097}) {
    if (tier == Tier::smoke && rows > 100) break;
    for (const Family family : {Family::normal, Family::spread})
      all.push_back(plain_case(o, rows, rows % 2 == 0 ? 5 : 9, family, ++seed));
  }
  if (tier >= Tier::standard && !o.emulated) all.push_back(plain_case(o, 65537, 3, Family::normal, ++seed));
  all.push_back(few_that_count(o, tier == Tier::smoke || o.emulated ? 2049 : 131073, ++seed));
  return all;
}

Cases target_cases(const Definition&, const RowsOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const std::int64_t n : {1, 5, 33, 300}) all.push_back(plain_case(o, 4, n, Family::normal, ++seed));
  return all;
}

Cases far_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const Format& f = *o.formats[0];
  const std::size_t target = o.place("target");
  for (const std::int64_t n : {1, 2, 9, 33, 260, 1025}) {
    if (tier == Tier::smoke && n > 100) break;
    RowsCase c = rows::spelled_out(o, plain_case(o, 7, n, Family::near_equal, ++seed));
    constexpr double distances[] = {0, 1, 50, 88.5, 104, 200, 60000};
    for (std::int64_t row = 0; row < c.outer; ++row) {
      const std::int64_t t = row % n;
      const double low = -std::min(distances[row], largest_value(f) / 2);
      c.codes[0][static_cast<std::size_t>(row * n + t)] = nearest_code(f, n == 1 ? 88.72284 : low);
      c.codes[target][static_cast<std::size_t>(row)] = static_cast<std::uint64_t>(t);
    }
    all.push_back(c);
  }
  return all;
}

}  // namespace ulpgate::loss
