// Causal masks by position: what decides a row stands at its last place that is seen and at the first that is
// not.
#include "suites/framework/codes.h"
#include "suites/rows/cases.h"

namespace ulpgate::rows {
namespace {

/// The hidden score is far above all others, so that a row that sees it has nothing else, and the row's own
/// one is far above those before, so that a row that does not see it shows.
RowsCase causal_case(const RowsOffer& o, std::int64_t sequences, std::int64_t queries, std::int64_t n,
                     std::uint64_t seed) {
  RowsCase c = plain_case(o, sequences * queries, n, Family::uniform, seed);
  c.plain_parameters = true;
  c.causal = static_cast<std::int32_t>(queries);
  const std::uint64_t own = nearest_code(o.input(), 7), hidden = nearest_code(o.input(), 14);
  for (std::int64_t row = 0; row < c.outer; ++row) {
    const std::int64_t last = row % queries + n - queries;
    if (last >= 0) c.planted.push_back({0, row, last, 0, own});
    if (last >= -1 && last + 1 < n) c.planted.push_back({0, row, last + 1, 0, hidden});
  }
  return c;
}

}  // namespace

Cases causal_cases(const Definition&, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const auto add = [&](std::int64_t sequences, std::int64_t queries, std::int64_t n) {
    all.push_back(causal_case(o, sequences, queries, n, ++seed));
  };
  if (tier == Tier::smoke) {
    for (const std::int64_t queries : {13, 33, 64}) add(1, queries, queries);
    add(2, 17, 70);
    add(1, 65, 33);
    return all;
  }
  // Tiles of queries and of keys end at powers of two.
  for (const std::int64_t tile : {16, 32, 64, 128}) {
    for (const std::int64_t queries : {tile - 1, tile, tile + 1}) {
      add(1, queries, queries);
      add(1, queries, queries + tile / 2 + 3);
      add(1, queries, queries - tile / 2);
    }
    add(1, tile, tile - 1);
    add(1, tile, tile + 1);
    add(1, tile, 3 * tile);
    add(2, tile + 1, 2 * tile);
  }
  return all;
}

}  // namespace ulpgate::rows
