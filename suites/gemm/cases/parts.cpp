#include "suites/gemm/cases/parts.h"

#include "suites/gemm/values.h"

namespace ulpgate::gemm {

std::size_t at_tier(Tier tier, std::size_t smoke, std::size_t standard, std::size_t full) {
  return tier == Tier::smoke ? smoke : tier == Tier::standard ? standard : full;
}

void set_scalars(const GemmOffer& o, GemmCase& c, double alpha, double beta) {
  c.alpha = nearest_code(*o.alpha, alpha);
  c.beta = nearest_code(*o.alpha, beta);
}

std::optional<std::uint64_t> special_code(const Format& f, std::uint64_t which) {
  if (f.has_infinity && which % 3 != 0) return infinity_magnitude(f) | (which % 3 == 2 ? f.sign_mask() : 0);
  if (f.nans == NanCodes::negative_zero) return f.sign_mask();
  if (f.has_nan()) return f.magnitude_mask() | (which % 2 != 0 ? f.sign_mask() : 0);
  return std::nullopt;
}

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

}  // namespace ulpgate::gemm
