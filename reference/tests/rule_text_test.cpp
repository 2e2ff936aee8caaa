#include "reference/formats/rule_text.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

namespace ulpgate {
namespace {

TEST(RuleText, WritesTheFourMainClaimsAndWhatIsUnusual) {
  EXPECT_EQ(to_text(Rule{}), "rounding=nearest_even,overflow=infinity,infinity=infinity,nan=any");
  const Rule rule{.rounding = Rounding::stochastic,
                  .overflow = Overflow::saturate,
                  .infinity = InfinityRule::nan_signed,
                  .nan = NanRule::code_signed,
                  .nan_code = 0x7E,
                  .negative = NegativeRule::nan,
                  .zero = ZeroRule::nan,
                  .subnormals = Subnormals::flushed,
                  .random_bits = 8};
  EXPECT_EQ(
      to_text(rule),
      "rounding=stochastic,overflow=saturate,infinity=nan_signed,nan=code_signed:0x7e,negative=nan,zero=nan,"
      "subnormals=flushed,random_bits=8");
}

TEST(RuleText, EveryClaimRoundTrips) {
  const char* const claims[] = {"rounding=nearest_even",
                                "rounding=toward_zero",
                                "rounding=nearest_away",
                                "rounding=up",
                                "rounding=down",
                                "rounding=stochastic",
                                "rounding=e8m0_nearest_field",
                                "rounding=e8m0_up_field",
                                "overflow=infinity",
                                "overflow=saturate",
                                "overflow=nan",
                                "overflow=nan_signed",
                                "infinity=infinity",
                                "infinity=saturate",
                                "infinity=nan",
                                "infinity=nan_signed",
                                "nan=any",
                                "nan=code:0x7f",
                                "nan=code_signed:0x7fff",
                                "nan=payload",
                                "nan=max_positive",
                                "nan=max_signed",
                                "nan=zero_flipped_sign",
                                "negative=magnitude",
                                "negative=zero",
                                "negative=nan",
                                "zero=smallest",
                                "zero=nan",
                                "subnormals=kept",
                                "subnormals=flushed",
                                "random_bits=0",
                                "random_bits=32"};
  for (const std::string claim : claims) {
    const std::string text = to_text(parse_rule(claim));
    EXPECT_EQ(to_text(parse_rule(text)), text);
    const bool usual = claim == "negative=magnitude" || claim == "zero=smallest" ||
                       claim == "subnormals=kept" || claim == "random_bits=0";
    EXPECT_EQ(("," + text + ",").find("," + claim + ",") == std::string::npos, usual) << text;
  }
}

void expect_error(const std::string& text, const std::string& part) {
  try {
    parse_rule(text);
    ADD_FAILURE() << "'" << text << "' was accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(RuleText, ErrorsSayWhatIsWrong) {
  expect_error("rounding=nearest", "'rounding' cannot be 'nearest'; it is one of nearest_even,");
  expect_error("ronding=up", "no claim 'ronding'");
  expect_error("rounding", "'rounding' has no '='");
  expect_error("rounding=up,rounding=up", "given twice");
  expect_error("nan=code", "needs a code");
  expect_error("nan=code:7f", "needs a code");
  expect_error("nan=code:0x", "needs a code");
  expect_error("nan=any:0x7f", "takes no code");
  expect_error("random_bits=33", "from 0 to 32");
  expect_error("random_bits=-1", "from 0 to 32");
  expect_error("overflow=saturate,,", "has no '='");
}

TEST(RuleText, AFailedClaimLeavesTheRule) {
  Rule rule;
  EXPECT_FALSE(set_claim(rule, "nan", "code").empty());
  EXPECT_FALSE(set_claim(rule, "overflow", "clamp").empty());
  EXPECT_EQ(to_text(rule), to_text(Rule{}));
  EXPECT_EQ(set_claim(rule, "overflow", "saturate"), "");
  EXPECT_EQ(rule.overflow, Overflow::saturate);
}

}  // namespace
}  // namespace ulpgate
