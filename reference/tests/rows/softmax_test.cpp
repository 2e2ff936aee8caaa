// The oracle of softmax against its twin, on rows of every kind.
#include "reference/oracles/softmax.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "reference/tests/rows/softmax_rows.h"
#include "reference/twins/softmax.h"

namespace ulpgate {
namespace {

/// What a double cannot tell from 0, and the twin's own error.
bool agrees(const Enclosure& e, const TwinReal& twin, const TwinReal& size) {
  return abs(TwinReal(e.high) + TwinReal(e.low) - twin) <=
         TwinReal(e.radius) + size * ldexp(TwinReal(1), -970);
}

void expect_twin(const RowOracle& oracle, const SoftmaxRow& row, const RowArithmetic& rules, bool refine) {
  const auto twin = twin_softmax(row, rules);
  double size = 1;
  for (const double x : row.x) size = std::isfinite(x) ? std::max(size, std::fabs(row.scale * x)) : size;
  for (std::size_t i = 0; i < twin.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    const RowValue value = oracle.value(0, place);
    const bool finite = value.number_class == NumberClass::zero || value.number_class == NumberClass::finite;
    ASSERT_EQ(finite, twin[i].number_class == NumberClass::finite) << i;
    if (!finite) {
      EXPECT_EQ(value.number_class, twin[i].number_class);
      if (value.number_class == NumberClass::infinity) {
        EXPECT_EQ(value.negative, twin[i].negative);
      }
      continue;
    }
    EXPECT_TRUE(agrees(value.value, twin[i].value, size)) << i << " " << value.value.high;
    // Two units of the smallest double: what a format as fine as double can be judged by.
    const double smallest = row.log ? 0x1p-1060 : 0x1p-1073;
    EXPECT_LE(value.value.radius, std::fabs(value.value.high) * 0x1p-80 + smallest)
        << i << " of " << twin.size();
    if (!refine) continue;
    const RowValue refined = oracle.refined(0, place, 100);
    EXPECT_TRUE(agrees(refined.value, twin[i].value, size)) << i;
    EXPECT_LE(refined.value.radius, std::fabs(refined.value.high) * 0x1p-100 + 0x1p-1073) << i;
  }
}

TEST(Softmax, IsItsTwin) {
  Words words(11);
  for (int round = 0; round < 500; ++round) {
    const TestRow row = draw_row(words, 1 + words.below(round % 40 == 0 ? 300 : 24), round);
    RowArithmetic rules{.accumulator = &formats::fp32};
    if (round % 3 == 0) rules.masked_row = MaskedRow::zero;
    if (round % 5 == 0) rules.infinity = InfinityRow::one_hot;
    if (row.has_mask_value) rules.mask_value = -10000;
    for (const bool log : {false, true}) {
      const SoftmaxRow input = row.input(log);
      const auto oracle = softmax_row(input, rules);
      expect_twin(*oracle, input, rules, round % 11 == 0 && row.x.size() < 64);
      if (HasFailure()) FAIL() << "round " << round << (log ? " log" : "");
    }
  }
}

TEST(Softmax, DoublesBelowTheirNormalNumbers) {
  Words words(12);
  const RowArithmetic rules{.accumulator = &formats::fp64};
  std::int64_t below = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<double> x(static_cast<std::size_t>(2 + words.below(20)));
    for (double& v : x) v = words.below(4) == 0 ? -words.unit() : -700 - 50 * words.unit();
    const SoftmaxRow row{.x = x, .y = &formats::fp64};
    const auto oracle = softmax_row(row, rules);
    const auto twin = twin_softmax(row, rules);
    // The plain algorithm in double, exp within an ulp.
    const double most = *std::max_element(x.begin(), x.end());
    double sum = 0;
    for (const double v : x) sum += std::exp(v - most);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double y = std::exp(x[i] - most) / sum;
      const TwinReal rounding = ldexp(TwinReal(1), y < 0x1p-1021 ? -1075 : std::ilogb(y) - 53);
      const TwinReal error = abs(TwinReal(y) - twin[i].value);
      const double bound = oracle->bound(0, static_cast<std::int64_t>(i)).error;
      EXPECT_LE(error, TwinReal(bound) + rounding) << x[i] - most << " of " << x.size();
      below += y < 0x1p-1022 ? 1 : 0;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(below, 200);
}

TEST(Softmax, DifferencesBeyondDoubles) {
  const std::vector<double> x{0x1p1023, -0x1p1023, 1, -0x1.8p1023};
  const RowArithmetic rules{.accumulator = &formats::fp64};
  const auto oracle = softmax_row({.x = x}, rules);
  EXPECT_EQ(oracle->value(0, 0).value.high, 1);
  for (const std::int64_t i : {1, 2, 3}) EXPECT_LE(oracle->value(0, i).value.radius, 0x1p-1074);
  // A log-softmax that no double holds stays unknown.
  const auto log = softmax_row({.x = x, .log = true}, rules);
  EXPECT_TRUE(std::isinf(log->refined(0, 1, 100).value.radius));
  EXPECT_EQ(log->refined(0, 2, 100).value.high, 1 - 0x1p1023);
}

TEST(Softmax, RowsWithoutFiniteLogits) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const RowArithmetic nan{.accumulator = &formats::fp32};
  RowArithmetic zero = nan;
  zero.masked_row = MaskedRow::zero;
  zero.infinity = InfinityRow::one_hot;
  const std::vector<std::vector<double>> rows{{-infinity},      {-infinity, -infinity},
                                              {infinity, 1, 2}, {infinity, infinity},
                                              {1, NAN},         {infinity, -infinity}};
  for (const auto& x : rows) {
    for (const bool log : {false, true}) {
      const SoftmaxRow row{.x = x, .log = log};
      expect_twin(*softmax_row(row, nan), row, nan, true);
      expect_twin(*softmax_row(row, zero), row, zero, true);
      EXPECT_EQ(softmax_row(row, zero)->bound(0, 0).error, 0);
    }
  }
  EXPECT_NO_THROW(softmax_row({.x = {}}, nan));
  EXPECT_THROW(softmax_row({.x = rows[1], .mask = rows[0]}, nan), std::invalid_argument);
  EXPECT_THROW(softmax_row({.x = rows[1]}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace ulpgate
