#include "reference/formats/ulp.h"

#include <gtest/gtest.h>
#include <limits>
#include <set>

#include "reference/exact/exact.h"
#include "reference/tests/print.h"

namespace ulpgate {
namespace {

using namespace formats;

class EveryCode : public testing::TestWithParam<const Format*> {};

TEST_P(EveryCode, OrdinalsAndCodesAreABijection) {
  const Format& f = *GetParam();
  std::set<std::int64_t> seen;
  int numbers = 0;
  for (std::uint64_t i = 0; i < f.code_count(); ++i) {
    const std::uint64_t code = i << f.padding_bits;
    const auto place = ordinal(f, code);
    ASSERT_EQ(place.has_value(), !is_nan(f, code)) << to_hex(f, code);
    if (!place) continue;
    const bool negative_zero = f.has_negative_zero && code == f.sign_mask();
    ASSERT_EQ(code_of_ordinal(f, *place), negative_zero ? 0 : code) << to_hex(f, code);
    seen.insert(*place);
    numbers += negative_zero ? 0 : 1;
  }
  ASSERT_EQ(seen.size(), static_cast<std::size_t>(numbers));
  ASSERT_EQ(*seen.rbegin() - *seen.begin() + 1, numbers) << "consecutive";
  EXPECT_FALSE(code_of_ordinal(f, *seen.rbegin() + 1));
  EXPECT_FALSE(code_of_ordinal(f, *seen.begin() - 1));
}

TEST_P(EveryCode, NeighboursFollowTheValues) {
  const Format& f = *GetParam();
  for (std::uint64_t i = 0; i < f.code_count(); ++i) {
    const std::uint64_t code = i << f.padding_bits;
    const auto up = next_up(f, code);
    if (!up) continue;
    ASSERT_LT(Exact::from_code(f, code), Exact::from_code(f, *up));
    ASSERT_EQ(ulp_distance(f, code, *up), 1);
    ASSERT_EQ(ulp_distance(f, *up, code), -1);
    const auto back = next_down(f, *up);
    ASSERT_TRUE(back);
    ASSERT_EQ(ulp_distance(f, code, *back), 0) << "the same value; zero may change its sign";
  }
}

TEST_P(EveryCode, TheUnitIsTheDistanceToTheNextMagnitude) {
  const Format& f = *GetParam();
  for (std::uint64_t code = 0; code < max_finite_magnitude(f); code += f.code_step()) {
    const Exact gap = Exact::from_code(f, code + f.code_step()) - Exact::from_code(f, code);
    ASSERT_EQ(gap, Exact::power_of_two(ulp_exponent(f, code))) << to_hex(f, code);
    ASSERT_EQ(ulp_exponent(f, code), ulp_exponent(f, code | f.sign_mask() * (code == 0 ? 0 : 1)));
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryCode, testing::ValuesIn(formats_up_to(16)), FormatName{});

TEST(Ulp, PaddingIsIgnoredAndWrittenAsZero) {
  EXPECT_EQ(ordinal(tf32, 0x3F801FFF), ordinal(tf32, 0x3F800000));
  EXPECT_EQ(next_up(tf32, 0x3F801FFF), 0x3F802000);
  EXPECT_EQ(next_down(tf32, 0x80001FFF), 0x80002000);
  EXPECT_EQ(ulp_exponent(tf32, 0x3F800000), -10);
}

TEST(Ulp, EndsOfTheLine) {
  EXPECT_EQ(next_up(e4m3, 0x7E), std::nullopt);
  EXPECT_EQ(next_up(e5m2, 0x7B), 0x7C) << "infinity follows the largest finite value";
  EXPECT_EQ(next_up(e5m2, 0x7C), std::nullopt);
  EXPECT_EQ(next_down(e4m3fnuz, 0xFF), std::nullopt);
  EXPECT_EQ(next_down(e4m3fnuz, 0x00), 0x81) << "0x80 is NaN";
  EXPECT_EQ(next_down(e8m0, 0x00), std::nullopt);
  EXPECT_EQ(next_down(ue4m3, 0x00), std::nullopt);
  EXPECT_EQ(next_up(fp16, 0x7E00), std::nullopt) << "NaN";
  EXPECT_EQ(next_up(fp16, 0x8000), 0x0001);
}

TEST(Ulp, WideDistances) {
  EXPECT_EQ(ulp_distance(fp64, 0x0000000000000000, 0x7FF0000000000000), 0x7FF0000000000000);
  EXPECT_EQ(ulp_distance(fp64, 0xFFF0000000000000, 0x7FF0000000000000), std::nullopt) << "beyond int64";
  EXPECT_EQ(ulp_distance(fp32, 0xFF800000, 0x7F800000), 2 * std::int64_t{0x7F800000});
  EXPECT_EQ(ulp_distance(fp32, 0x7FC00000, 0x7F800000), std::nullopt);
  EXPECT_EQ(code_of_ordinal(fp64, std::numeric_limits<std::int64_t>::min()), std::nullopt);
}

TEST(Ulp, IntegersAreTheirOwnOrdinals) {
  EXPECT_EQ(ordinal(int32, 0xFFFFFFFF), -1);
  EXPECT_EQ(ordinal(int64, 0x8000000000000000), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(next_up(int32, 0x7FFFFFFF), std::nullopt);
  EXPECT_EQ(next_down(int32, 0x00000000), 0xFFFFFFFF);
  EXPECT_EQ(next_up(int64, 0x7FFFFFFFFFFFFFFF), std::nullopt);
  EXPECT_EQ(ulp_exponent(int32, 5), 0);
}

}  // namespace
}  // namespace ulpgate
