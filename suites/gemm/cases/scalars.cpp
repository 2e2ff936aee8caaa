// Cases of alpha, beta, bias and scales.
#include <array>
#include <cmath>

#include "reference/formats/decode.h"
#include "suites/gemm/cases.h"
#include "suites/gemm/cases/parts.h"
#include "suites/gemm/values.h"

namespace ulpgate::gemm {

Cases beta_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const auto [m, n, k] : {Sizes{3, 4, 5}, Sizes{1, 1, 1}, Sizes{1, 40, 9}, Sizes{40, 1, 9},
                               Sizes{33, 65, 17}, Sizes{64, 64, 64}, Sizes{7, 9, 0}}) {
    for (const bool in_place : {false, true}) {
      if (in_place && o.c != o.d) continue;
      GemmCase c = plain_case(o, m, n, k, Family::integers, ++seed);
      c.alarming_c = true;
      c.in_place = in_place;
      all.push_back(c);
      c.batch = 2;
      if (o.alpha->has_negative_zero) c.beta = o.alpha->sign_mask();
      all.push_back(c);
    }
  }
  return all;
}

Cases alpha_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const double beta : {0.0, 1.0, -2.0}) {
    for (const auto [m, n, k] : {Sizes{4, 4, 4}, Sizes{1, 33, 17}, Sizes{33, 5, 1}}) {
      GemmCase c = plain_case(o, m, n, k, Family::integers, ++seed);
      set_scalars(o, c, 0, beta);
      all.push_back(c);
      for (std::uint64_t which = 0; which < 2; ++which) {
        const auto code = special_code(*o.a, which);
        if (!code) continue;
        c.planted.assign(1, {'a', 0, m / 2, k / 2, *code});
        all.push_back(c);
      }
    }
    GemmCase empty = plain_case(o, 5, 6, 0, Family::integers, ++seed);
    set_scalars(o, empty, 1, beta);
    all.push_back(empty);
    empty.m = 70;
    empty.batch = 2;
    all.push_back(empty);
  }
  return all;
}

Cases scale_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  const std::array<std::pair<double, double>, 9> scalars{
      {{0.1, 0}, {0.7, 1.3}, {2, 0}, {-1, 1}, {0.5, -0.25}, {3, 2}, {1, 0.7}, {-0.3, 0}, {1, 1}}};
  for (const auto& [alpha, beta] : scalars) {
    for (const auto [m, n, k] :
         {Sizes{2, 2, 3}, Sizes{1, 5, 128}, Sizes{5, 1, 40}, Sizes{64, 33, 20}, Sizes{4, 4, 1}}) {
      GemmCase c = plain_case(o, m, n, k, o.integer() ? Family::integers : Family::uniform, ++seed);
      set_scalars(o, c, alpha, beta);
      c.batch = m == 2 ? 3 : 1;
      all.push_back(c);
    }
  }
  // A subnormal result that rounds to the smallest normal number of D, and twice of it, which does not round
  // to twice that number. Where the arithmetic before D has subnormals there, that is another matter.
  if (o.integer() || o.d->min_exponent() <= o.alpha->min_exponent()) return all;
  const int exponent = o.d->min_exponent();
  const double a = std::ldexp(1.0, exponent / 2), b = std::ldexp(1.0, exponent - exponent / 2);
  if (to_double(*o.a, nearest_code(*o.a, a)) != a || to_double(*o.b, nearest_code(*o.b, b)) != b) return all;
  GemmCase c = plain_case(o, 1, 1, 1, Family::codes, 0);
  set_scalars(o, c, 1 - 0.4 * std::ldexp(1.0, -o.d->significand_bits), 0);
  c.a_codes = {nearest_code(*o.a, a)};
  c.b_codes = {nearest_code(*o.b, b)};
  c.c_codes = {0};
  all.push_back(c);
  return all;
}

Cases bias_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const Family family : {Family::integers, Family::uniform, Family::near_ties}) {
    for (const auto [m, n, k] : {Sizes{3, 5, 4}, Sizes{1, 64, 33}, Sizes{65, 7, 16}, Sizes{1, 1, 3}})
      all.push_back(plain_case(o, m, n, k, family, ++seed));
  }
  for (const double alpha : {2.0, -0.5}) {
    GemmCase c = plain_case(o, 5, 9, 8, Family::integers, ++seed);
    set_scalars(o, c, alpha, 1);
    all.push_back(c);
  }
  // Sums far from D's grid near 0 that the bias brings there: 2^p + 1 - 2^p, p the precision of D.
  GemmCase c = plain_case(o, 1, 1, 2, Family::codes, 0);
  const int p = o.d->precision();
  c.a_codes = {nearest_code(*o.a, std::ldexp(1.0, p / 2)), nearest_code(*o.a, 1)};
  c.b_codes = {nearest_code(*o.b, std::ldexp(1.0, p - p / 2)), nearest_code(*o.b, 1)};
  c.c_codes = {0};
  all.push_back(c);
  return all;
}

Cases operand_scale_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const Family family : {Family::ones, Family::integers, Family::uniform}) {
    for (const auto [m, n, k] : {Sizes{2, 3, 32}, Sizes{16, 16, 64}, Sizes{5, 33, 128}, Sizes{1, 1, 96}}) {
      all.push_back(plain_case(o, m, n, k, family, ++seed));
      all.back().batch = m == 2 ? 2 : 1;
    }
    // Several blocks along both axes, the last ones short.
    if (o.arithmetic.scales_blocks) all.push_back(plain_case(o, 3, 130, 300, family, ++seed));
  }
  return all;
}

}  // namespace ulpgate::gemm
