// A row's results times a number: the value exactly, the bound for right arithmetic.
#include "reference/oracles/rows/scaled_row.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "reference/oracles/softmax.h"
#include "reference/tests/words.h"

namespace ulpgate {
namespace {

std::unique_ptr<RowOracle> scaled_softmax(const std::vector<double>& x, double scale,
                                          const RowArithmetic& rules) {
  return scaled_row(softmax_row({.x = x}, rules), scale, rules);
}

TEST(ScaledRow, HoldsForRightArithmetic) {
  Words words(41);
  const RowArithmetic rules{.accumulator = &formats::fp32};
  for (int round = 0; round < 500; ++round) {
    std::vector<double> x(static_cast<std::size_t>(1 + words.below(40)));
    for (double& v : x) v = static_cast<double>(static_cast<float>(20 * words.unit() - 10));
    const auto scale = std::ldexp(static_cast<float>(words.unit() + 0.5), words.below(40) - 20);
    const auto oracle = scaled_softmax(x, scale, rules), plain = softmax_row({.x = x}, rules);
    float most = -HUGE_VALF, sum = 0;
    for (const double v : x) most = std::max(most, static_cast<float>(v));
    for (const double v : x) sum += std::exp(static_cast<float>(v) - most);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto at = static_cast<std::int64_t>(i);
      const float y = std::exp(static_cast<float>(x[i]) - most) / sum * scale;
      const RowValue value = oracle->value(0, at);
      EXPECT_EQ(value.value.high, times(plain->value(0, at).value, scale).high);
      EXPECT_LE(std::fabs(static_cast<double>(y) - value.value.high),
                oracle->bound(0, at).error * (1 + 0x1p-40));
      EXPECT_LE(oracle->refined(0, at, 90).value.radius, value.value.high * 0x1p-89);
      if (scale == 1) {
        EXPECT_EQ(oracle->bound(0, at).error, plain->bound(0, at).error);
      }
    }
  }
}

TEST(ScaledRow, SpecialValues) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const RowArithmetic rules{.accumulator = &formats::fp32};
  const std::vector<double> x{0, -infinity}, nan{NAN};
  EXPECT_EQ(scaled_softmax(nan, 2, rules)->value(0, 0).number_class, NumberClass::nan);
  EXPECT_EQ(scaled_softmax(x, 2, rules)->value(0, 1).number_class, NumberClass::zero);
  EXPECT_EQ(scaled_softmax(x, 2, rules)->value(0, 0).value.high, 2);
  EXPECT_TRUE(scaled_softmax(x, 0x1p200, rules)->bound(0, 0).may_overflow);
  const auto log = [&](double scale) {
    return scaled_row(softmax_row({.x = x, .log = true}, rules), scale, rules)->value(0, 1);
  };
  EXPECT_TRUE(log(2).negative);
  EXPECT_FALSE(log(-2).negative);
  EXPECT_EQ(log(-2).number_class, NumberClass::infinity);
  EXPECT_EQ(log(0).number_class, NumberClass::nan);
}

}  // namespace
}  // namespace ulpgate
