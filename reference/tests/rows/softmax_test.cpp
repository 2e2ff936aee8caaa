// The oracle of softmax against its twin, on rows of every kind.
#include "reference/oracles/softmax.h"

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
    EXPECT_LE(value.value.radius, std::fabs(value.value.high) * 0x1p-80 + 0x1p-1060)
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
