// NaN, infinities, zeros and rules that are refused.
#include <gtest/gtest.h>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/formats/encode.h"
#include "reference/tests/print.h"
#include "reference/twins/encode.h"

namespace ulpgate {
namespace {

using namespace formats;

std::vector<Rule> special_rules(const Format& from, const Format& to) {
  std::vector<Rule> rules;
  for (const InfinityRule infinity :
       {InfinityRule::infinity, InfinityRule::saturate, InfinityRule::nan, InfinityRule::nan_signed}) {
    for (const NanRule nan : {NanRule::any, NanRule::code, NanRule::code_signed, NanRule::payload,
                              NanRule::max_positive, NanRule::max_signed, NanRule::zero_flipped_sign}) {
      for (const NegativeRule negative : {NegativeRule::magnitude, NegativeRule::zero, NegativeRule::nan}) {
        for (const ZeroRule zero : {ZeroRule::smallest, ZeroRule::nan}) {
          const std::uint64_t code =
              to.has_nan() ? (to.nans == NanCodes::negative_zero ? to.sign_mask() : to.magnitude_mask()) : 3;
          const Rule rule{.overflow = Overflow::saturate,
                          .infinity = infinity,
                          .nan = nan,
                          .nan_code = code,
                          .negative = negative,
                          .zero = zero};
          const bool nan_fits = negative != NegativeRule::nan || to.has_nan();
          if (nan_fits && check_rule(from, to, rule).empty()) rules.push_back(rule);
        }
      }
    }
  }
  return rules;
}

TEST(Special, EverySpecialCodeOfEveryPairAgreesWithTheTwin) {
  for (const Format* from : all_formats()) {
    const std::uint64_t sign = from->sign_mask();
    std::vector<std::uint64_t> codes{0, sign, 1 | sign, max_finite_magnitude(*from) | sign};
    if (from->has_infinity) {
      const std::uint64_t infinity = infinity_magnitude(*from);
      codes.insert(codes.end(), {infinity, infinity | sign});
      for (int i = 0; i < from->significand_bits; ++i) {
        const std::uint64_t payload = std::uint64_t{1} << (i + from->padding_bits);
        codes.insert(codes.end(), {infinity | payload, infinity | payload | sign});
      }
    }
    if (from->nans == NanCodes::all_ones)
      codes.insert(codes.end(), {from->magnitude_mask(), from->code_mask()});
    for (const Format* to : all_formats()) {
      if (to->kind == FormatKind::integer) continue;
      const std::vector<Rule> rules = special_rules(*from, *to);
      ASSERT_FALSE(rules.empty()) << from->name << " to " << to->name;
      for (const std::uint64_t code : codes) {
        const Exact value = Exact::from_code(*from, code);
        for (const Rule& rule : rules)
          ASSERT_EQ(encode(*to, value, rule), twin_encode(*to, value, rule))
              << from->name << ' ' << to_hex(*from, code) << " to " << to->name << ' ' << to_text(rule);
      }
    }
  }
}

TEST(Special, NanPayloadsKeepTheirLeadingBits) {
  const Rule rule{.nan = NanRule::payload};
  EXPECT_EQ(encode(fp16, unpack(fp32, 0x7FC00000), rule).code, 0x7E00);
  EXPECT_EQ(encode(fp16, unpack(fp32, 0xFF802000), rule).code, 0xFE01) << "quieted";
  EXPECT_EQ(encode(fp64, unpack(fp32, 0x7FFFFFFF), rule).code, 0x7FFFFFFFE0000000);
  EXPECT_EQ(encode(tf32, unpack(fp32, 0xFFFFFFFF), rule).code, 0xFFFFE000);
}

TEST(Special, NegativeZeroIsNotBelowZero) {
  const Rule rule{.overflow = Overflow::saturate, .negative = NegativeRule::nan};
  EXPECT_EQ(encode(ue4m3, unpack(fp32, 0x80000000), rule).code, 0x00);
  EXPECT_EQ(encode(ue4m3, unpack(fp32, 0x80000001), rule).code, 0x7F);
  EXPECT_EQ(encode(ue4m3, unpack(fp32, 0xFF800000), rule).code, 0x7F);
}

TEST(Special, RulesThatCannotBeMetAreRefused) {
  EXPECT_NE(check_rule(fp32, e4m3, {}), "");
  EXPECT_NE(check_rule(fp32, e2m1, {.overflow = Overflow::nan, .infinity = InfinityRule::saturate}), "");
  EXPECT_NE(check_rule(fp32, e2m1, {.overflow = Overflow::saturate, .infinity = InfinityRule::saturate}), "");
  EXPECT_NE(check_rule(fp32, fp16, {.nan = NanRule::code, .nan_code = 0x7C00}), "") << "infinity is no NaN";
  EXPECT_NE(check_rule(fp32, fp16, {.nan = NanRule::max_signed}), "");
  EXPECT_NE(check_rule(fp32, fp16, {.rounding = Rounding::e8m0_up_field}), "");
  EXPECT_NE(check_rule(fp32, fp16, {.rounding = Rounding::stochastic}), "");
  EXPECT_NE(check_rule(fp64, fp64, {.rounding = Rounding::stochastic, .random_bits = 12}), "");
  EXPECT_NE(check_rule(fp32, int32, {}), "");
  EXPECT_EQ(check_rule(fp32, fp16, {}), "");
  EXPECT_EQ(check_rule(fp64, fp64, {.rounding = Rounding::stochastic, .random_bits = 11}), "");
}

}  // namespace
}  // namespace ulpgate
