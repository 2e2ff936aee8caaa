// Cases of amax: one element that decides, wherever it stands, and what has no largest number.
#include "suites/gemm/cases.h"
#include "suites/gemm/cases/parts.h"
#include "suites/gemm/values.h"

namespace ulpgate::gemm {
namespace {

/// All results are 3, but for row i (-2), column j (4), and their common element: -6.
GemmCase decided_at(const GemmOffer& o, std::int64_t batch, std::int64_t m, std::int64_t n,
                    std::int64_t problem, std::int64_t i, std::int64_t j) {
  GemmCase c = plain_case(o, m, n, 3, Family::ones, 0);
  c.batch = batch;
  c.planted = {{'a', problem, i, 0, nearest_code(*o.a, -4)}, {'b', problem, 0, j, nearest_code(*o.b, 2)}};
  return c;
}

}  // namespace

Cases amax_cases(const GemmOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const auto decided = [&](std::int64_t batch, std::int64_t m, std::int64_t n) {
    for (const std::int64_t problem : {std::int64_t{0}, batch - 1}) {
      for (const std::int64_t i : {std::int64_t{0}, m / 2, m - 1}) {
        for (const std::int64_t j : {std::int64_t{0}, n / 2, n - 1})
          all.push_back(decided_at(o, batch, m, n, problem, i, j));
      }
    }
  };
  decided(1, 1, 1);
  decided(2, 5, 3);
  decided(1, 70, 66);
  if (tier > Tier::smoke) decided(3, 33, 17);
  // D is empty.
  for (const auto [m, n, k] : {Sizes{0, 5, 5}, Sizes{5, 0, 5}, Sizes{3, 3, 0}})
    all.push_back(plain_case(o, m, n, k, Family::integers, ++seed));
  GemmCase none = plain_case(o, 3, 3, 3, Family::integers, ++seed);
  none.batch = 0;
  all.push_back(none);
  GemmCase with_c = plain_case(o, 9, 10, 11, Family::integers, ++seed);
  set_scalars(o, with_c, -2, 1);
  all.push_back(with_c);
  for (const Cases& more : {accuracy_cases(o, tier, seed + 1), rounding_cases(o, tier, seed + 2),
                            special_cases(o, tier, seed + 3)})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace ulpgate::gemm
