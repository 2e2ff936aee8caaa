// Cases by what their values are.
#include "suites/gemm/values.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/formats/decode.h"
#include "suites/gemm/cases.h"
#include "suites/gemm/cases/parts.h"

namespace ulpgate::gemm {

Cases exact_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const auto [m, n, k] : {Sizes{1, 1, 1}, Sizes{3, 5, 7}, Sizes{16, 16, 16}, Sizes{17, 33, 65},
                               Sizes{64, 64, 64}, Sizes{70, 66, 130}, Sizes{2, 2, 5000}})
    all.push_back(plain_case(o, m, n, k, Family::integers, ++seed));
  for (const std::int64_t k : {1, 128, 255, 257, 512, 1024, 2048, 4096})
    all.push_back(plain_case(o, 3, 2, k, Family::ones, ++seed));
  if (o.integer()) all.push_back(plain_case(o, 256, 256, 1, Family::integers, ++seed));
  if (o.integer()) {
    // The smallest operands: sums of two products are beyond 16 bits.
    GemmCase c = plain_case(o, 3, 3, 32, Family::codes, 0);
    c.a_codes.assign(96, o.a->has_sign ? o.a->sign_mask() : o.a->code_mask());
    c.b_codes.assign(96, o.b->has_sign ? o.b->sign_mask() : o.b->code_mask());
    c.c_codes.assign(9, 0);
    all.push_back(c);
    // An odd sum beyond 2^24, which fp32 does not hold.
    c = plain_case(o, 3, 3, 2047, Family::codes, 0);
    c.a_codes.assign(3 * 2047, o.a->magnitude_mask());
    c.b_codes.assign(3 * 2047, o.b->magnitude_mask());
    c.c_codes.assign(9, 0);
    all.push_back(c);
  }
  GemmCase batched = plain_case(o, 5, 6, 9, Family::integers, ++seed);
  batched.batch = 3;
  all.push_back(batched);
  set_scalars(o, batched, 1, 1);
  all.push_back(batched);
  return all;
}

Cases accuracy_cases(const GemmOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  const std::array sizes{Sizes{8, 8, 8},    Sizes{16, 8, 33},  Sizes{2, 3, 1000}, Sizes{33, 17, 100},
                         Sizes{1, 32, 257}, Sizes{4, 4, 4096}, Sizes{48, 48, 64}, Sizes{128, 128, 128}};
  const std::size_t shapes = at_tier(tier, 3, 7, 8);
  for (std::size_t s = 0; s < shapes; ++s) {
    for (const Family family : accuracy_families) {
      for (int repeat = 0; repeat < (family == Family::wide ? 4 : 1); ++repeat)
        all.push_back(plain_case(o, sizes[s].m, sizes[s].n, sizes[s].k, family, ++seed));
    }
  }
  for (const double alpha : {1.0, -0.75}) {
    GemmCase c = plain_case(o, 12, 12, 40, Family::uniform, ++seed);
    set_scalars(o, c, alpha, 1);
    all.push_back(c);
  }
  return all;
}

Cases rounding_cases(const GemmOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (std::size_t i = 0; i < at_tier(tier, 1, 3, 30); ++i) {
    all.push_back(plain_case(o, 32, 32, 3, Family::near_ties, ++seed));
    all.push_back(plain_case(o, 16, 16, 20, Family::near_ties, ++seed));
    for (const std::int64_t k : {1, 2, 8})
      all.push_back(plain_case(o, 16, 16, k, Family::near_overflow, ++seed));
    // Results around the smallest normal number of D, where A can be that small.
    GemmCase small = plain_case(o, 16, 16, 1, Family::uniform, ++seed);
    small.scale = o.d->min_exponent();
    all.push_back(small);
    small.k = 3;
    all.push_back(small);
  }
  return all;
}

Cases subnormal_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const auto [m, n, k] : {Sizes{8, 8, 1}, Sizes{5, 7, 16}, Sizes{16, 16, 64}, Sizes{1, 1, 64}})
    all.push_back(plain_case(o, m, n, k, Family::subnormal, ++seed));
  return all;
}

Cases bit_cases(const GemmOffer& o, Tier, std::uint64_t) {
  Cases all;
  // One operand has a pair (1 + h + 2^-j, 1 + h) for each bit j, the other (1, -1): what is left is the bit.
  // h is 0, or the bit half as deep, so that two narrower parts do not hold both.
  for (const bool of_a : {true, false}) {
    const Format& f = of_a ? *o.a : *o.b;
    const Format& other = of_a ? *o.b : *o.a;
    std::vector<std::uint64_t> with, without;
    const std::uint64_t one = nearest_code(f, 1);
    // What the claimed rounding of operands takes away is not asked for.
    const int bits_of_operands = o.arithmetic.inputs == nullptr
                                     ? f.significand_bits
                                     : std::min(f.significand_bits, o.arithmetic.inputs->significand_bits);
    for (int j = 1; j <= bits_of_operands; ++j) {
      const auto bit = [&](int at) { return f.code_step() << (f.significand_bits - at); };
      for (const std::uint64_t h : {std::uint64_t{0}, bit((j + 1) / 2)}) {
        if (h == bit(j)) continue;
        with.push_back(one | h | bit(j));
        without.push_back(one | h);
      }
    }
    const auto lines = static_cast<std::int64_t>(with.size());
    if (lines == 0) continue;
    GemmCase c = plain_case(o, of_a ? lines : 2, of_a ? 2 : lines, 2, Family::codes, 0);
    std::vector<std::uint64_t>& bits = of_a ? c.a_codes : c.b_codes;
    std::vector<std::uint64_t>& signs = of_a ? c.b_codes : c.a_codes;
    const std::uint64_t plus = nearest_code(other, 1), minus = nearest_code(other, -1);
    if (of_a) {
      for (std::size_t i = 0; i < with.size(); ++i) bits.insert(bits.end(), {with[i], without[i]});
      signs = {plus, plus, minus, minus};
    } else {
      bits = with;
      bits.insert(bits.end(), without.begin(), without.end());
      signs = {plus, minus, plus, minus};
    }
    c.c_codes.assign(static_cast<std::size_t>(c.m * c.n), 0);
    all.push_back(c);
  }
  return all;
}

Cases special_cases(const GemmOffer& o, Tier, std::uint64_t seed) {
  Cases all;
  for (const auto [m, n, k] : {Sizes{2, 16, 33}, Sizes{1, 1, 1}, Sizes{9, 5, 3}, Sizes{17, 17, 17},
                               Sizes{2, 3, 70}, Sizes{33, 40, 32}}) {
    for (const char tensor : {'a', 'b', 'c'}) {
      const Format& f = tensor == 'a' ? *o.a : tensor == 'b' ? *o.b : *o.c;
      for (std::uint64_t which = 0; which < 3; ++which) {
        const auto code = special_code(f, which);
        if (!code) continue;
        GemmCase c = plain_case(o, m, n, k, which == 0 ? Family::integers : Family::uniform, ++seed);
        if (tensor == 'c') set_scalars(o, c, 1, 1);
        const std::int64_t rows = tensor == 'b' ? k : m, columns = tensor == 'a' ? k : n;
        // At the end, where tails are padded, and one more in the middle.
        c.planted.push_back({tensor, 0, rows - 1, columns - 1, *code});
        if (which == 1) c.planted.push_back({tensor, 0, rows / 2, columns / 2, *special_code(f, 2)});
        // Infinity meets zero.
        if (tensor == 'a' && which == 2) c.planted.push_back({'b', 0, k - 1, n / 2, 0});
        all.push_back(c);
      }
    }
    // A whole row of NaN beside rows without.
    if (const auto nan = special_code(*o.a, 0); nan && is_nan(*o.a, *nan)) {
      GemmCase c = plain_case(o, m, n, k, Family::ones, ++seed);
      for (std::int64_t p = 0; p < k; ++p) c.planted.push_back({'a', 0, 0, p, *nan});
      all.push_back(c);
    }
  }
  return all;
}

namespace {

/// Operands rounded to what the claim `inputs` rounds them to: those have one result by a model.
void keep_what_inputs_hold(const GemmOffer& o, GemmCase& c) {
  const Format* inputs = o.arithmetic.inputs;
  if (inputs == nullptr) return;
  c = spelled_out(o, c);
  const auto round = [&](const Format& f, std::vector<std::uint64_t>& codes) {
    for (std::uint64_t& code : codes)
      code = nearest_code(f, to_double(*inputs, nearest_code(*inputs, to_double(f, code))));
  };
  round(*o.a, c.a_codes);
  round(*o.b, c.b_codes);
}

}  // namespace

Cases model_cases(const GemmOffer& o, Tier tier, std::uint64_t seed) {
  Cases all;
  for (const Family family :
       {Family::uniform, Family::wide, Family::cancelling, Family::order_revealing, Family::subnormal}) {
    for (std::size_t i = 0; i < at_tier(tier, 1, 2, 20); ++i) {
      for (const auto [m, n, k] : {Sizes{16, 16, 64}, Sizes{5, 9, 77}, Sizes{3, 3, 500}}) {
        all.push_back(plain_case(o, m, n, k, o.integer() ? Family::integers : family, ++seed));
        keep_what_inputs_hold(o, all.back());
      }
    }
  }
  return all;
}

}  // namespace ulpgate::gemm
