// Enclosures of doubles and balls: each contains what Boost.Multiprecision computes at 500 bits, and is as
// narrow as it says.
#include "reference/exact/enclosure.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <vector>

#include "reference/exact/ball.h"
#include "reference/exact/exponential.h"
#include "reference/exact/exponential_table.h"
#include "reference/tests/words.h"

namespace ulpgate {
namespace {

using Real = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<500, boost::multiprecision::digit_base_2>,
    boost::multiprecision::et_off>;

Real middle(const Enclosure& e) { return Real(e.high) + Real(e.low); }

/// Beyond the 500 bits of Real's own roundings.
bool contains(const Enclosure& e, const Real& value) {
  if (std::isinf(e.radius)) return true;
  return abs(middle(e) - value) <= Real(e.radius) + abs(value) * ldexp(Real(1), -480);
}

double relative_radius(const Enclosure& e) { return e.radius / std::fabs(e.high); }

/// A pair of doubles, 2^-range to 2^range, positive.
Enclosure draw(Words& words, int range) {
  const double high = std::ldexp(1 + words.unit(), words.below(2 * range) - range);
  const int more = words.below(8);
  const double low = words.below(3) == 0 ? 0 : std::ldexp(words.unit() - 0.5, std::ilogb(high) - 53 - more);
  const double radius = words.below(3) != 0 ? 0 : std::ldexp(high, -60 - words.below(40));
  return {high, low, radius};
}

/// A real that the enclosure contains.
Real inside(const Enclosure& e, Words& words) {
  return middle(e) + Real(e.radius) * Real(2 * words.unit() - 1);
}

TEST(Enclosure, TableIsRight) {
  const Real ln2 = log(Real(2));
  EXPECT_LE(abs(middle({exp_kernels::ln2_high, exp_kernels::ln2_low, 0}) - ln2), Real(0x1p-108));
  Real rest = ln2 / 64;
  for (const double part : exp_kernels::reduction) rest -= Real(part);
  EXPECT_LE(abs(rest), Real(0x1p-150));
  for (int j = 0; j < 64; ++j) {
    const Real root = pow(Real(2), Real(j) / 64);
    const Real error = middle({exp_kernels::roots_high[j], exp_kernels::roots_low[j], 0}) - root;
    EXPECT_LE(abs(error), root * Real(0x1p-106)) << j;
  }
  Real factorial = 1;
  for (int n = 0; n <= 10; ++n) {
    if (n > 0) factorial *= n;
    const double low = n < 6 ? exp_kernels::inverse_factorial_low[n] : 0;
    EXPECT_LE(abs(Real(exp_kernels::inverse_factorial[n]) + Real(low) - 1 / factorial),
              Real(n < 6 ? 0x1p-106 : 0x1p-53) / factorial)
        << n;
  }
}

TEST(Enclosure, ExponentialsKeepTheirError) {
  Words words(1);
  for (int round = 0; round < 8; ++round) {
    constexpr int count = 1001;
    std::vector<double> high(count), low(count), out_high(count), out_low(count);
    for (int i = 0; i < count; ++i) {
      const double size = i % 3 == 0 ? largest_exponent : i % 3 == 1 ? 30 : std::ldexp(1.0, -words.below(60));
      high[i] = (2 * words.unit() - 1) * size;
      low[i] = i % 5 == 0 ? 0 : std::ldexp(words.unit() - 0.5, std::ilogb(high[i]) - 53);
    }
    exponentials(high.data(), low.data(), count, out_high.data(), out_low.data());
    Real sum = 0;
    for (int i = 0; i < count; ++i) {
      const Real exact = exp(middle({high[i], low[i], 0}));
      const Real got = middle({out_high[i], out_low[i], 0});
      EXPECT_LE(abs(got - exact), exact * Real(exponential_error(std::fabs(high[i]))))
          << high[i] << " " << low[i];
      sum += got;
      if (HasFailure()) return;
    }
    const PairSum added = sum_of_pairs(out_high.data(), out_low.data(), count);
    EXPECT_LE(abs(middle({added.high, added.low, 0}) - sum), sum * Real(0x1p-103) * count);
  }
}

TEST(Enclosure, ArithmeticContainsTheResultAndIsNarrow) {
  Words words(2);
  for (int i = 0; i < 20000; ++i) {
    const Enclosure x = draw(words, 40), y = draw(words, 40);
    const Real a = inside(x, words), b = inside(y, words);
    EXPECT_TRUE(contains(times(x, y), a * b));
    EXPECT_TRUE(contains(plus(x, y), a + b));
    EXPECT_TRUE(contains(minus(x, y), a - b));
    EXPECT_TRUE(contains(quotient(x, y), a / b));
    EXPECT_TRUE(contains(square_root(x), sqrt(a)));
    EXPECT_TRUE(contains(reciprocal_square_root(x), 1 / sqrt(a)));
    const double given = 4 * (relative_radius(x) + relative_radius(y));
    EXPECT_LE(relative_radius(quotient(x, y)), given + 0x1p-98);
    EXPECT_LE(relative_radius(square_root(x)), given + 0x1p-98);
    EXPECT_LE(relative_radius(times(x, y)), given + 0x1p-98);
    EXPECT_LE(relative_radius(reciprocal_square_root(x)), given + 0x1p-96);
    if (HasFailure()) return;
  }
}

TEST(Enclosure, FunctionsContainTheResultAndAreNarrow) {
  Words words(3);
  for (int i = 0; i < 6000; ++i) {
    Enclosure x = draw(words, i % 2 == 0 ? 9 : 70);
    x.radius *= 0x1p-20;
    const Real a = inside(x, words);
    const double given = 4 * relative_radius(x);
    if (x.high < 700) {
      const Enclosure up = exponential(x), down = exponential(negated(x));
      EXPECT_TRUE(contains(up, exp(a)));
      EXPECT_TRUE(contains(down, exp(-a)));
      EXPECT_LE(relative_radius(up), given * x.high + 0x1p-92);
      if (x.high < 600) {
        EXPECT_LE(relative_radius(down), given * x.high + 0x1p-92);
      }
    }
    const Enclosure log = logarithm(x), log_plus = logarithm_of_one_plus(x);
    EXPECT_TRUE(contains(log, boost::multiprecision::log(a)));
    EXPECT_TRUE(contains(log_plus, log1p(a)));
    EXPECT_LE(relative_radius(log_plus), given + 0x1p-90) << x.high;
    // Near 1, the radius of x weighs more.
    if (std::fabs(x.high - 1) > 0x1p-10) {
      EXPECT_LE(relative_radius(log), given * 0x1p11 + 0x1p-90) << x.high;
    }
    if (HasFailure()) return;
  }
}

TEST(Enclosure, BelowNormalNumbersUnitsAreLost) {
  Words words(6);
  for (int i = 0; i < 4000; ++i) {
    const Enclosure x = draw(words, 40);
    Enclosure small = scaled(x, -900);
    const Real value = ldexp(inside(x, words), -900);
    EXPECT_TRUE(contains(small, value));
    const int exponent = -words.below(200);
    small = scaled(small, exponent);
    EXPECT_TRUE(contains(small, ldexp(value, exponent)));
    EXPECT_LE(small.radius, std::ldexp(x.radius, exponent - 900) * (1 + 0x1p-40) + 0x1p-1073);
    const double argument = -600 - 160 * words.unit();
    const Enclosure e = exponential({argument, 0, 0});
    EXPECT_TRUE(contains(e, exp(Real(argument)))) << argument;
    EXPECT_LE(e.radius, e.high * 0x1p-92 + 0x1p-1073) << argument;
    // An error does not underflow to none.
    EXPECT_GT(times(Enclosure{0, 0, 0x1p-1074}, 0.25).radius, 0);
    EXPECT_GT(times(Enclosure{1, 0, 0x1p-1074}, Enclosure{0.25, 0x1p-60, 0}).radius, 0);
    if (HasFailure()) return;
  }
}

TEST(Enclosure, NearOneLogarithmsAreNarrow) {
  Words words(4);
  for (int i = 0; i < 2000; ++i) {
    const double t = std::ldexp(2 * words.unit() - 1, -words.below(300));
    const Enclosure log = logarithm_of_one_plus({t, 0, 0});
    EXPECT_TRUE(contains(log, log1p(Real(t)))) << t;
    EXPECT_LE(relative_radius(log), 0x1p-90) << t;
  }
}

TEST(Enclosure, WhatDoublesCannotTellIsTold) {
  EXPECT_TRUE(std::isinf(quotient({1, 0, 0}, {1, 0, 2}).radius));
  EXPECT_TRUE(std::isinf(quotient({1, 0, 0}, {}).radius));
  EXPECT_TRUE(std::isinf(times({0x1p600, 0, 0}, {0x1p600, 0x1p500, 0}).radius));
  EXPECT_TRUE(std::isinf(exponential({800, 0, 0}).radius));
  EXPECT_TRUE(std::isinf(logarithm({-1, 0, 0}).radius));
  EXPECT_TRUE(std::isinf(square_root({-1, 0, 0}).radius));
  const Enclosure tiny = exponential({-1e300, 0, 0});
  EXPECT_EQ(tiny.high, 0);
  EXPECT_LE(tiny.radius, 0x1p-1074);
  EXPECT_TRUE(contains(exponential({-740, 0, 0}), exp(Real(-740))));
  EXPECT_TRUE(contains(times({0x1p-600, 0x1p-660, 0}, {0x1p-450, 0x1p-510, 0}),
                       middle({0x1p-600, 0x1p-660, 0}) * middle({0x1p-450, 0x1p-510, 0})));
}

void expect_ball(const Ball& ball, const Real& value, int bits) {
  const Enclosure e = ball.enclosure();
  EXPECT_TRUE(contains(e, value)) << e.high;
  EXPECT_LE(relative_radius(e), std::ldexp(1.0, -std::min(bits, 100))) << e.high;
}

TEST(Ball, ContainsTheResultAndIsNarrow) {
  Words words(5);
  for (int i = 0; i < 1500; ++i) {
    Enclosure x = draw(words, 40), y = draw(words, 40);
    x.radius = y.radius = 0;
    const int bits = 60 + words.below(200);
    const Real a = middle(x), b = middle(y);
    const Ball p(x, bits), q(y, bits);
    expect_ball(p + q, a + b, bits - 4);
    expect_ball(p * q, a * b, bits - 4);
    expect_ball(p / q, a / b, bits - 4);
    expect_ball(square_root(p), sqrt(a), bits - 4);
    if (x.high < 600) {
      expect_ball(exponential(p), exp(a), bits - 30);
      expect_ball(exponential(-p), exp(-a), bits - 30);
    }
    expect_ball(logarithm(p), log(a), bits - 12);
    expect_ball(logarithm_of_one_plus(p), log1p(a), bits - 12);
    const Enclosure difference = (p - q).enclosure();
    EXPECT_TRUE(contains(difference, a - b));
    EXPECT_LE(difference.radius, std::max(x.high, y.high) * std::ldexp(1.0, 4 - std::min(bits, 100)));
    if (HasFailure()) return;
  }
}

TEST(Ball, KeepsWhatItIsGivenAndKnowsItsLimits) {
  const Ball wide(Enclosure{1, 0, 0.5}, 100);
  EXPECT_FALSE(wide.contains_zero());
  EXPECT_GE((wide * wide).enclosure().radius, 1.25);
  EXPECT_TRUE((wide - Ball(1.25, 100)).contains_zero());
  EXPECT_TRUE((Ball(1, 50) / (wide - Ball(1, 50))).is_unbounded());
  EXPECT_TRUE(logarithm(Ball(-1, 50)).is_unbounded());
  EXPECT_TRUE(square_root(Ball(-1, 50)).is_unbounded());
  EXPECT_TRUE(exponential(Ball(0x1p40, 50)).is_unbounded());
  EXPECT_LE(exponential(Ball(-0x1p40, 50)).enclosure().radius, 0x1p-1074);
  EXPECT_TRUE((Ball(0x1p-1000, 100) - Ball(0x1p-1000, 100)).is_exactly_zero());
  // 1 is far beyond the bits that the small one needs.
  expect_ball(Ball(1, 80) + exponential(Ball(-50000, 80)), 1, 70);
  EXPECT_EQ(Ball(Enclosure{3, 0x1p-60, 0}, 20).enclosure().low, 0x1p-60);
}

}  // namespace
}  // namespace ulpgate
