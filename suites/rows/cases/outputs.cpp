// Cases of what is made of results: amax and scale_y.
#include "suites/framework/codes.h"
#include "suites/rows/cases.h"

namespace ulpgate::rows {

Cases amax_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  // One element that decides, wherever it stands.
  for (const auto& [rows, n] : {std::pair{1, 2}, {5, 7}, {3, 64}, {33, 33}, {2, 300}}) {
    if (tier == Tier::smoke && rows * n > 300) continue;
    for (const std::int64_t row : {0, rows / 2, rows - 1}) {
      for (const std::int64_t i : {0, n / 2, n - 1}) {
        RowsCase c = plain_case(o, rows, n, Family::uniform, ++seed);
        c.plain_parameters = true;
        c.planted = {{0, row, i, 0, nearest_code(*o.formats[0], -64)}};
        all.push_back(c);
        c.planted[0].code = nearest_code(*o.formats[0], 64);
        if (has_inner(o)) {
          c.inner = 3;
          c.planted[0].inner = 2;
        }
        all.push_back(c);
      }
    }
  }
  for (const Cases& more : {empty_cases(d, o, tier, seed + 1), accuracy_cases(d, o, tier, seed + 2),
                            o.input().has_nan() ? special_cases(d, o, tier, seed + 3) : Cases()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

Cases output_scale_cases(const Definition& d, const RowsOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  // As they are; what rounds twice; what saturates; what is subnormal.
  for (const double scale : {1.0, 0.37, 0x1p9, 3.0e5, 0x1p-7, 1.7e-4}) {
    for (const std::int64_t n : {1, 8, 65, 300}) {
      if (tier == Tier::smoke && n > 100) continue;
      ++seed;
      RowsCase c = plain_case(o, 4, n, d.families[seed % d.families.size()], seed);
      c.scale_y = nearest_code(formats::fp32, scale);
      all.push_back(c);
    }
  }
  return all;
}

}  // namespace ulpgate::rows
