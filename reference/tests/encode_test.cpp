// The encoder against its twin, over every gap of every narrow format.
#include "reference/formats/encode.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/tests/print.h"
#include "reference/tests/values_to_try.h"
#include "reference/twins/encode.h"

namespace ulpgate {
namespace {

#ifdef ULPGATE_SANITIZED
constexpr std::uint64_t wide_stride = 31;
#else
constexpr std::uint64_t wide_stride = 1;
#endif

std::string describe(const Format& to, const Exact& value, const Rule& rule) {
  return std::string(to.name) + " " + to_text(rule) + " of " + (value.negative() ? "-" : "") +
         value.significand().str() + " * 2^" + std::to_string(value.exponent());
}

/// Both signs of `value` under every rule. The place is found once: rules differ in what they make of it.
void compare(const Format& to, const Exact& value, const std::vector<Rule>& rules) {
  const bool placed = to.has_sign && !value.is_zero();
  const TwinPlace place = placed ? twin_locate(to, value, false) : TwinPlace{};
  for (const Exact& x : {value, -value}) {
    const Unpacked unpacked = x.to_unpacked();
    for (const Rule& rule : rules) {
      const Expected twin = placed ? twin_encode_at(to, place, x.negative(), rule) : twin_encode(to, x, rule);
      const Expected got = encode(to, unpacked, rule);
      ASSERT_EQ(got, twin) << describe(to, x, rule);
    }
  }
}

void compare_all(const Format& to, const std::vector<Exact>& values, const std::vector<Rule>& rules) {
  for (const Exact& value : values) ASSERT_NO_FATAL_FAILURE(compare(to, value, rules));
}

class NarrowTarget : public testing::TestWithParam<const Format*> {};

TEST_P(NarrowTarget, AgreesWithTheTwinInEveryGap) {
  const Format& to = *GetParam();
  const std::vector<Rule> few = rounding_rules(to);
  const std::vector<Rule> all = finite_rules(to);
  ASSERT_GE(few.size(), to.kind == FormatKind::exponent_only ? 7U : 5U);
  const std::uint64_t last = max_finite_magnitude(to) >> to.padding_bits;
  const std::uint64_t stride = to.width() > 8 ? wide_stride : 1;
  for (std::uint64_t i = 0; i <= last; i += stride) {
    // Policies beyond the rounding show at the ends: subnormals and the last gaps.
    const bool at_an_end =
        to.width() <= 8 || i < 4 || last - i < 4 ||
        (i > Format::ones(to.significand_bits) - 2 && i < Format::ones(to.significand_bits) + 3);
    ASSERT_NO_FATAL_FAILURE(compare_all(to, points_above(to, i << to.padding_bits), at_an_end ? all : few));
  }
}

TEST_P(NarrowTarget, AgreesWithTheTwinOutsideTheRange) {
  const Format& to = *GetParam();
  compare_all(to, points_outside(to), finite_rules(to));
  compare_all(to, {Exact()}, finite_rules(to));
}

TEST_P(NarrowTarget, EveryNumberIsItsOwnEncoding) {
  const Format& f = *GetParam();
  for (const Rule& rule : rounding_rules(f)) {
    for (std::uint64_t i = 0; i < f.code_count(); ++i) {
      const std::uint64_t code = i << f.padding_bits;
      if (!is_finite(f, code)) continue;
      if (rule.rounding == Rounding::e8m0_up_field && code == 0) continue;  // by definition goes to 2^-126
      ASSERT_EQ(encode(f, unpack(f, code), rule).code, code) << to_text(rule);
    }
  }
}

TEST_P(NarrowTarget, TiesGoToTheEvenCode) {
  const Format& f = *GetParam();
  const Rule rule = rounding_rules(f).front();
  ASSERT_EQ(rule.rounding, Rounding::nearest_even);
  for (std::uint64_t code = 0; code < max_finite_magnitude(f); code += f.code_step()) {
    const std::uint64_t next = code + f.code_step();
    const Exact middle = (Exact::from_code(f, code) + Exact::from_code(f, next)).scaled(-1);
    const bool even = (code >> f.padding_bits) % 2 == 0;
    ASSERT_EQ(encode(f, middle, rule).code, even ? code : next);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, NarrowTarget, testing::ValuesIn(formats_up_to(19)), FormatName{});

class WideTarget : public testing::TestWithParam<const Format*> {};

TEST_P(WideTarget, AgreesWithTheTwinInEveryBinade) {
  const Format& to = *GetParam();
  const std::vector<Rule> rules = rounding_rules(to);
  const std::uint64_t ones = Format::ones(to.significand_bits);
  const std::uint64_t binades = Format::ones(to.exponent_bits);
  std::uint64_t pattern = 0x9E3779B97F4A7C15;
  for (std::uint64_t binade = 0; binade < binades; binade += wide_stride) {
    const std::uint64_t base = binade << to.significand_bits;
    for (const std::uint64_t low : {std::uint64_t{0}, pattern & ones, ones}) {
      const std::vector<Exact> points = points_above(to, base | low);
      // The value, the middle and its two sides.
      ASSERT_NO_FATAL_FAILURE(compare_all(to, {points[0], points[3], points[4], points[5]}, rules));
    }
    pattern = pattern * 6364136223846793005 + 1442695040888963407;
  }
}

TEST_P(WideTarget, AgreesWithTheTwinAtTheEnds) {
  const Format& to = *GetParam();
  const std::vector<Rule> rules = finite_rules(to);
  compare_all(to, points_outside(to), rules);
  for (const std::uint64_t code :
       {std::uint64_t{0}, std::uint64_t{1}, max_finite_magnitude(to) - 1, max_finite_magnitude(to)})
    compare_all(to, points_above(to, code), rules);
}

INSTANTIATE_TEST_SUITE_P(Formats, WideTarget, testing::Values(&formats::fp32, &formats::fp64), FormatName{});

// Values that cross between two formats: what a conversion is asked to do.
TEST(Encode, EveryNarrowPairAgreesWithTheTwin) {
  const std::vector<const Format*> narrow = formats_up_to(8);
  for (const Format* from : narrow) {
    for (const Format* to : narrow) {
      for (std::uint64_t code = 0; code < from->code_count(); ++code) {
        const Exact value = Exact::from_code(*from, code);
        for (const Rule& rule : rounding_rules(*to))
          ASSERT_EQ(encode(*to, value, rule), twin_encode(*to, value, rule)) << describe(*to, value, rule);
      }
    }
  }
}

TEST(Encode, MeetsKnowsPaddingAndUnusedBits) {
  EXPECT_TRUE(meets(formats::tf32, 0x3F801FFF, {.code = 0x3F800000}));
  EXPECT_FALSE(meets(formats::tf32, 0x3F802000, {.code = 0x3F800000}));
  EXPECT_TRUE(meets(formats::e4m3, 0xFF, {.code = 0x7F, .any_nan = true}));
  EXPECT_FALSE(meets(formats::e4m3, 0xFF, {.code = 0x7F}));
  EXPECT_FALSE(meets(formats::e2m1, 0x17, {.code = 0x07})) << "bits above the width";
  EXPECT_FALSE(meets(formats::e4m3, 0x17F, {.code = 0x7F, .any_nan = true}));
}

}  // namespace
}  // namespace ulpgate
