// The oracle of attention against its twin, and rows that no arithmetic decides.
#include "reference/oracles/attention.h"

#include <cmath>
#include <gtest/gtest.h>

#include "reference/tests/rows/softmax_rows.h"
#include "reference/twins/attention.h"

namespace ulpgate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const RowArithmetic fp32{.accumulator = &formats::fp32};

std::vector<double> draw_values(Words& words, std::size_t count, int kind) {
  std::vector<double> v;
  for (std::size_t i = 0; i < count; ++i) {
    const double u = 2 * words.unit() - 1;
    v.push_back(with_precision(kind == 0   ? u
                               : kind == 1 ? std::ldexp(u, words.below(40) - 20)
                                           : 1 + 0x1p-20 * u,
                               24));
  }
  return v;
}

/// `size` is that of the terms.
bool agrees(const Enclosure& e, const TwinReal& twin, double size) {
  return abs(TwinReal(e.high) + TwinReal(e.low) - twin) <=
         TwinReal(e.radius) + TwinReal(size) * ldexp(TwinReal(1), -960);
}

TEST(Attention, IsItsTwin) {
  Words words(31);
  int rows = 0;
  for (int round = 0; round < 200; ++round) {
    TestRow row = draw_row(words, 1 + words.below(round % 40 == 0 ? 300 : 24), round);
    const std::int64_t d = 1 + words.below(4);
    const std::vector<double> v = draw_values(words, row.x.size() * static_cast<std::size_t>(d), round % 3);
    const AttentionRow input{.x = row.x, .masked = row.masked, .scale = row.scale, .v = v, .d = d};
    const auto oracle = attention_row(input, fp32);
    if (oracle->value(1, 0).number_class != NumberClass::finite) continue;
    ++rows;
    const TwinAttention twin = twin_attention(input, fp32);
    double size = 1;
    for (const double x : row.x) size = std::isfinite(x) ? std::max(size, std::fabs(row.scale * x)) : size;
    const auto expect = [&](int output, std::int64_t i, const TwinReal& right, double terms) {
      const RowValue value = oracle->value(output, i);
      ASSERT_TRUE(agrees(value.value, right, terms))
          << "round " << round << " output " << output << " at " << i;
      EXPECT_LE(value.value.radius, terms * 0x1p-80 + 0x1p-1060);
      if (round % 11 != 0 || row.x.size() > 64) return;
      const RowValue refined = oracle->refined(output, i, 100);
      EXPECT_TRUE(agrees(refined.value, right, terms));
      EXPECT_LE(refined.value.radius, std::fabs(refined.value.high) * 0x1p-100 + 0x1p-1073);
    };
    for (std::int64_t c = 0; c < d; ++c) expect(0, c, twin.o[static_cast<std::size_t>(c)], 0x1p20);
    expect(1, 0, twin.lse, size + 8);
  }
  EXPECT_GT(rows, 150);
}

TEST(Attention, RowsWithoutLogits) {
  RowArithmetic zero = fp32;
  zero.masked_row = MaskedRow::zero;
  RowArithmetic positive = fp32;
  positive.masked_lse_is_positive = true;
  const std::vector<double> gone{-infinity, -infinity}, v{1, 2}, nan_v{1, NAN};
  for (const std::span<const double> x : {std::span<const double>(gone), std::span<const double>()}) {
    const AttentionRow row{.x = x, .v = std::span(v).first(x.size()), .d = 1};
    const auto nan_row = attention_row(row, fp32), zero_row = attention_row(row, zero),
               positive_row = attention_row(row, positive);
    EXPECT_EQ(nan_row->value(0, 0).number_class, NumberClass::nan);
    EXPECT_EQ(zero_row->value(0, 0).number_class, NumberClass::zero);
    EXPECT_EQ(zero_row->value(1, 0).number_class, NumberClass::infinity);
    EXPECT_TRUE(zero_row->value(1, 0).negative);
    EXPECT_FALSE(positive_row->value(1, 0).negative);
    EXPECT_EQ(zero_row->bound(0, 0).error, 0);
    EXPECT_EQ(zero_row->bound(1, 0).error, 0);
  }
  EXPECT_EQ(attention_row({.x = gone, .v = nan_v, .d = 1}, zero)->bound(0, 0).error, infinity);
}

TEST(Attention, NumbersThatAreNone) {
  const std::vector<double> x{0, -infinity, -300}, nan{0, NAN, 1}, infinite{0, infinity, 1};
  const auto class_of = [&](const std::vector<double>& logits, const std::vector<double>& v) {
    return attention_row({.x = logits, .v = v, .d = 1}, fp32)->value(0, 0).number_class;
  };
  const auto open = [&](const std::vector<double>& v) {
    return std::isinf(attention_row({.x = x, .v = v, .d = 1}, fp32)->bound(0, 0).error);
  };
  EXPECT_EQ(class_of(x, {NAN, 1, 1}), NumberClass::nan);
  EXPECT_EQ(class_of(x, {1, 1, NAN}), NumberClass::nan);
  EXPECT_EQ(class_of(x, {infinity, 1, 1}), NumberClass::infinity);
  EXPECT_EQ(class_of(x, {infinity, 1, -infinity}), NumberClass::nan);
  EXPECT_FALSE(open({NAN, 1, 1}));
  EXPECT_FALSE(open({infinity, 1, 1}));
  EXPECT_TRUE(open({1, NAN, 1})) << "a score of -infinity may be left out";
  EXPECT_TRUE(open({1, 1, infinity})) << "its weight is 0 in fp32";
  EXPECT_EQ(class_of(nan, {1, 1, 1}), NumberClass::nan);
  EXPECT_EQ(class_of(infinite, {1, 1, 1}), NumberClass::nan);
  const std::vector<double> ones{1, 1, 1};
  const auto nan_row = attention_row({.x = nan, .v = ones, .d = 1}, fp32),
             infinite_row = attention_row({.x = infinite, .v = ones, .d = 1}, fp32);
  EXPECT_EQ(nan_row->value(1, 0).number_class, NumberClass::nan);
  EXPECT_FALSE(nan_row->bound(1, 0).may_overflow);
  EXPECT_EQ(infinite_row->value(1, 0).number_class, NumberClass::infinity);
  EXPECT_TRUE(infinite_row->bound(1, 0).may_overflow);
}

TEST(Attention, OneLogitIsExact) {
  const std::vector<double> x{-infinity, 3, -infinity}, v{1, 0.1F, 5};
  RowArithmetic parts = fp32;
  parts.parts = 3;
  for (const RowArithmetic& a : {fp32, parts}) {
    const auto oracle = attention_row({.x = x, .v = v, .d = 1, .lse = &formats::fp32}, a);
    EXPECT_EQ(oracle->value(0, 0).value.high, v[1]);
    EXPECT_EQ(oracle->bound(0, 0).error, 0);
    EXPECT_EQ(oracle->value(1, 0).value.high, 3);
    EXPECT_EQ(oracle->bound(1, 0).error, 0);
  }
}

TEST(Attention, RefusesWhatDoesNotFit) {
  const std::vector<double> x{1, 2}, v{1, 2, 3};
  EXPECT_THROW(attention_row({.x = x, .v = v, .d = 1}, fp32), std::invalid_argument);
  EXPECT_THROW(attention_row({.x = x, .v = x, .d = 1}, {}), std::invalid_argument);
  RowArithmetic base2 = fp32;
  base2.softmax = SoftmaxAlgorithm::base2;
  base2.parts = 2;
  EXPECT_THROW(attention_row({.x = x, .v = x, .d = 1}, base2), std::invalid_argument);
}

}  // namespace
}  // namespace ulpgate
