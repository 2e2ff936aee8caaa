// NaN, infinities, degenerate and exact rows of layer_norm and rms_norm.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>
#include <vector>

#include "reference/oracles/layer_norm.h"
#include "reference/oracles/norm_backward.h"
#include "reference/oracles/rms_norm.h"
#include "reference/tests/norm/rows.h"

namespace ulpgate {
namespace {

const double infinity = std::numeric_limits<double>::infinity();
const double not_a_number = std::numeric_limits<double>::quiet_NaN();

RowArithmetic in_fp32() {
  RowArithmetic a;
  a.accumulator = &formats::fp32;
  return a;
}

/// What the formulas lose in double, u = 2^-53, of at most 5 integers up to 4: the mean u of itself; a
/// deviation that is not 0 is at least 1/5, so 4 u / (1/5) + u of itself; a square twice that and u, their
/// sum 47 u, the root's inverse 26.5 u, at most 2.5; y before beta 49.5 u of at most 9, with beta below 512
/// u.
constexpr double of_formula = 0x1p-44;

void expect_class(const RowValue& v, double as, const std::string& what) {
  if (std::isnan(as)) {
    EXPECT_EQ(v.number_class, NumberClass::nan) << what;
  } else if (std::isinf(as)) {
    EXPECT_EQ(v.number_class, NumberClass::infinity) << what;
    EXPECT_EQ(v.negative, as < 0) << what;
  } else {
    EXPECT_TRUE(v.number_class == NumberClass::finite || v.number_class == NumberClass::zero) << what;
    EXPECT_LE(std::fabs(v.value.high - as), of_formula) << what;
  }
}

/// The formulas in double.
void expect_as_formula(const std::vector<double>& x, const std::vector<double>& gamma,
                       const std::vector<double>& beta, double eps, bool centred) {
  const auto n = static_cast<double>(x.size());
  double sum = 0, squares = 0;
  for (const double v : x) sum += v;
  const double mean = centred ? sum / n : 0;
  for (const double v : x) squares += (v - mean) * (v - mean);
  const double rstd = 1 / std::sqrt(squares / n + eps);
  const auto oracle =
      centred ? layer_norm_row({x, gamma, beta, eps}, in_fp32()) : rms_norm_row({x, gamma, eps}, in_fp32());
  const std::string what = testing::PrintToString(x) + testing::PrintToString(gamma);
  for (std::size_t i = 0; i < x.size(); ++i) {
    double y = (x[i] - mean) * rstd * gamma[i];
    if (centred) y += beta[i];
    expect_class(oracle->value(0, static_cast<std::int64_t>(i)), y, what + " y");
    expect_class(oracle->refined(0, static_cast<std::int64_t>(i), 100), y, what + " y refined");
  }
  expect_class(oracle->value(centred ? 2 : 1, 0), rstd, what + " rstd");
  if (centred) expect_class(oracle->value(1, 0), mean, what + " mean");
}

TEST(NormSpecials, FollowTheFormula) {
  Words words(31);
  const double odd[] = {infinity, -infinity, not_a_number, 0, 1};
  for (int round = 0; round < 4000; ++round) {
    const int n = 1 + words.below(5);
    std::vector<double> x, gamma, beta;
    for (int i = 0; i < n; ++i) {
      x.push_back(words.below(5) == 0 ? odd[words.below(5)] : words.below(9) - 4);
      gamma.push_back(words.below(6) == 0 ? odd[words.below(5)] : words.below(9) - 4);
      beta.push_back(words.below(6) == 0 ? odd[words.below(5)] : words.below(9) - 4);
    }
    const double eps = words.below(3) == 0 ? 0 : 0.5;
    expect_as_formula(x, gamma, beta, eps, true);
    expect_as_formula(x, gamma, beta, eps, false);
  }
}

TEST(NormSpecials, ConstantRowsAreBeta) {
  for (const double c : {0.0, 1.0, -3.0, 1e6, 0x1.99999ap-4}) {
    for (const int n : {1, 2, 3, 8, 1000}) {
      const std::vector<double> x(static_cast<std::size_t>(n), c), gamma(x.size(), 3.0), beta(x.size(), 0.1F);
      const auto oracle = layer_norm_row({x, gamma, beta, 1e-5F}, in_fp32());
      const RowValue y = oracle->value(0, n - 1);
      EXPECT_EQ(y.value.high, beta[0]);
      EXPECT_EQ(y.value.radius + std::fabs(y.value.low), 0);
      // 3 * fp32(0.1) has 26 bits: the mean may be rounded, and its error amplified by rstd.
      const bool sum_rounds = c == 0x1.99999ap-4 && n > 2;
      EXPECT_EQ(oracle->bound(0, n - 1).error > 0, sum_rounds) << c << " " << n;
    }
  }
}

TEST(NormSpecials, ZeroVarianceWithoutEps) {
  const std::vector<double> constant{2, 2, 2}, zero{0, 0};
  const auto layer = layer_norm_row({constant}, in_fp32());
  EXPECT_EQ(layer->value(0, 0).number_class, NumberClass::nan);
  EXPECT_EQ(layer->value(2, 0).number_class, NumberClass::infinity);
  EXPECT_FALSE(layer->bound(0, 0).may_overflow);
  const std::vector<double> rounded(1000, 0x1.99999ap-4);
  EXPECT_TRUE(layer_norm_row({rounded}, in_fp32())->bound(0, 0).may_overflow);
  EXPECT_EQ(rms_norm_row({zero}, in_fp32())->value(0, 0).number_class, NumberClass::nan);
  EXPECT_TRUE(layer_norm_row({}, in_fp32())->bound(2, 0).may_overflow);
}

/// fp32 sums of squares of 1e20 are infinite, and then y is beta: the bound says that it knows nothing.
TEST(NormSpecials, OverflowOfSquares) {
  const std::vector<double> x{1e20F, -1e20F};
  EXPECT_TRUE(layer_norm_row({x}, in_fp32())->bound(0, 0).may_overflow);
  EXPECT_TRUE(std::isinf(rms_norm_row({x}, in_fp32())->bound(0, 0).error));
  EXPECT_FALSE(std::isinf(layer_norm_row({x}, in_fp32())->bound(1, 0).error));
}

/// Claimed to round x_hat first: gamma then multiplies a number of the format, and nothing else is right.
TEST(NormSpecials, RoundsFirst) {
  Words words(32);
  RowArithmetic first = in_fp32(), after = in_fp32();
  first.rounds_first = true;
  int certain = 0, told_apart = 0;
  for (int round = 0; round < 200; ++round) {
    const std::vector<double> x = draw_row(formats::bf16, 0, 32, words),
                              gamma = draw_row(formats::bf16, 0, 32, words);
    const auto one = rms_norm_row({x, gamma, 1e-5, &formats::bf16}, first);
    const auto other = rms_norm_row({x, gamma, 1e-5, &formats::bf16}, after);
    for (int i = 0; i < 32; ++i) {
      const double a = one->value(0, i).value.high, b = other->value(0, i).value.high;
      const double reach = one->bound(0, i).error + other->bound(0, i).error;
      certain += one->bound(0, i).error < std::fabs(a) * 0x1p-20 ? 1 : 0;
      told_apart += std::fabs(a - b) > reach ? 1 : 0;
    }
  }
  EXPECT_GT(certain, 6000);
  EXPECT_GT(told_apart, 6000);
}

TEST(NormSpecials, RefusesWhatMakesNoSense) {
  const std::vector<double> x{1, 2}, one{1};
  EXPECT_THROW(layer_norm_row({x, one}, {}), std::invalid_argument);
  EXPECT_THROW(layer_norm_row({x, {}, one}, {}), std::invalid_argument);
  EXPECT_THROW(layer_norm_row({x, {}, {}, -1}, {}), std::invalid_argument);
  EXPECT_THROW(rms_norm_row({x, {}, not_a_number}, {}), std::invalid_argument);
  EXPECT_THROW(layer_norm_row({x}, {})->bound(0, 0), std::invalid_argument);
  RowArithmetic first = in_fp32();
  first.rounds_first = true;
  EXPECT_THROW(rms_norm_row({x}, first), std::invalid_argument);
  EXPECT_THROW(layer_norm_backward_row({x, one}, {}), std::invalid_argument);
  EXPECT_THROW(layer_norm_backward_column({x, x, one, x}, {}), std::invalid_argument);
}

TEST(NormSpecials, Gradients) {
  const std::vector<double> dy{1, 2, 3}, x{1, infinity, 3}, nan{1, not_a_number, 3}, ones{1, 1, 1},
      zeros{0, 0, 0};
  EXPECT_TRUE(layer_norm_backward_row({dy, x, {}, 1, 1}, in_fp32())->bound(0, 0).may_overflow);
  // x - mean is beyond double's range, and what arrives is 0.
  const std::vector<double> far{-1.7e308, 1}, none{0, 0};
  RowArithmetic in_fp64;
  in_fp64.accumulator = &formats::fp64;
  EXPECT_TRUE(layer_norm_backward_row({none, far, {}, 1.7e308, 1}, in_fp64)->bound(0, 0).may_overflow);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(layer_norm_backward_row({dy, nan, {}, 1, 1}, in_fp32())->value(0, i).number_class,
              NumberClass::nan);
    EXPECT_EQ(rms_norm_backward_row({nan, x, {}, 0, 1}, in_fp32())->value(0, i).number_class,
              NumberClass::nan);
  }
  const auto column = layer_norm_backward_column({dy, x, ones, ones}, in_fp32());
  EXPECT_EQ(column->value(NormBackwardOutput::dgamma, 0).number_class, NumberClass::infinity);
  EXPECT_EQ(column->value(NormBackwardOutput::dbeta, 0).value.high, 6);
  EXPECT_EQ(column->bound(NormBackwardOutput::dbeta, 0).error, 0);
  const auto empty = layer_norm_backward_column({}, in_fp32());
  EXPECT_EQ(empty->value(NormBackwardOutput::dgamma, 0).number_class, NumberClass::zero);
}

}  // namespace
}  // namespace ulpgate
