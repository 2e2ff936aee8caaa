// The block judge against the plain encoder: the same verdict on every element, whatever is wrong with it,
// and the same sums. The encoder itself is held to its twin in encode_test.cpp.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "reference/oracles/convert.h"

namespace ulpgate {
namespace {

/// A fixed sequence of well mixed words (SplitMix64).
std::uint64_t mixed(std::uint64_t i) {
  std::uint64_t z = (i + 1) * 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

/// Random bits, values near 1, short significands, patterns around them, infinities and NaNs.
std::vector<std::uint32_t> fp32_inputs(std::size_t count) {
  std::vector<std::uint32_t> in(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t w = mixed(i);
    auto bits = static_cast<std::uint32_t>(w);
    const std::uint64_t kind = w >> 32;
    if (kind % 3 != 0) bits = (bits & 0x807FFFFF) | static_cast<std::uint32_t>(95 + kind / 3 % 60) << 23;
    if (kind % 7 == 0) bits &= 0xFFFF0000;
    if (kind % 11 == 0) bits = (bits & 0xFFFFF000) + static_cast<std::uint32_t>(kind % 3) - 1;
    if (kind % 53 == 0) bits |= 0x7F800000;
    if (kind % 59 == 0) bits &= 0x80000000 | static_cast<std::uint32_t>(kind % 4);
    in[i] = bits;
  }
  return in;
}

std::vector<Rule> rules_for(const Format& to) {
  std::vector<Rule> rules;
  for (Rounding rounding : {Rounding::nearest_even, Rounding::toward_zero, Rounding::nearest_away,
                            Rounding::up, Rounding::down}) {
    for (Subnormals subnormals : {Subnormals::kept, Subnormals::flushed}) {
      Rule saturating{
          .rounding = rounding, .overflow = Overflow::saturate, .infinity = InfinityRule::saturate};
      saturating.nan = to.has_nan() ? NanRule::any : NanRule::max_positive;
      saturating.subnormals = subnormals;
      rules.push_back(saturating);
      if (to.has_infinity) {
        Rule ieee{.rounding = rounding, .nan = NanRule::payload};
        ieee.subnormals = subnormals;
        rules.push_back(ieee);
      }
      if (to.has_nan()) {
        Rule losing{.rounding = rounding, .overflow = Overflow::nan, .infinity = InfinityRule::nan_signed};
        losing.subnormals = subnormals;
        rules.push_back(losing);
      }
    }
  }
  return rules;
}

class BlockJudge : public ::testing::TestWithParam<const Format*> {
 protected:
  static constexpr std::size_t count = 1U << 12;

  void judge_all_right(const ConvertOracle& oracle, const std::vector<std::uint32_t>& in,
                       const std::vector<std::byte>& out) {
    std::array<std::uint64_t, outcome_count> judged{};
    double largest = 0;
    std::uint64_t measured = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Expected e = oracle.expect(in[i]);
      ++judged[static_cast<std::size_t>(e.outcome)];
      const bool flushed = e.outcome == Outcome::subnormal && oracle.rule().subnormals == Subnormals::flushed;
      if (e.outcome > Outcome::underflow || flushed) continue;
      ++measured;
      largest = std::max(largest, std::fabs(signed_ulp_error(formats::fp32, in[i], oracle.to(), e.code)));
    }
    const BlockJudgement j = oracle.judge(in.data(), out.data(), count);
    EXPECT_EQ(j.judged, judged);
    EXPECT_TRUE(j.mismatches.empty());
    EXPECT_EQ(j.errors.measured, measured);
    EXPECT_EQ(j.errors.max_abs, largest);
    EXPECT_LE(j.errors.max_abs, convert_bound(oracle.rule()));
  }

  void judge_with_one_wrong(const ConvertOracle& oracle, const std::vector<std::uint32_t>& in,
                            std::vector<std::byte>& out) {
    const Format& to = oracle.to();
    for (std::uint64_t k = 0; k < 60; ++k) {
      const std::size_t i = mixed(1000 + k) % count;
      const std::uint64_t right = load_element(to, out.data(), i);
      const auto bit =
          to.padding_bits +
          static_cast<int>(mixed(5000 + k) % static_cast<std::uint64_t>(to.storage_bits - to.padding_bits));
      const std::uint64_t changed = right ^ std::uint64_t{1} << bit;
      store_element(to, out.data(), i, changed);
      const BlockJudgement j = oracle.judge(in.data(), out.data(), count);
      const bool still_right = meets(to, changed, oracle.expect(in[i]));
      ASSERT_EQ(j.mismatches.size(), still_right ? 0U : 1U) << to.name << " element " << i << " bit " << bit;
      if (!still_right) {
        EXPECT_EQ(j.mismatches[0].index, i);
        EXPECT_EQ(j.mismatches[0].actual, changed);
      }
      store_element(to, out.data(), i, right);
    }
  }
};

TEST_P(BlockJudge, AgreesWithTheEncoderOnEveryElement) {
  const Format& to = *GetParam();
  const std::vector<std::uint32_t> in = fp32_inputs(count);
  for (const Rule& rule : rules_for(to)) {
    ASSERT_EQ(check_rule(formats::fp32, to, rule), "");
    const ConvertOracle oracle(formats::fp32, to, rule);
    std::vector<std::byte> out(count * to.bytes());
    for (std::size_t i = 0; i < count; ++i) store_element(to, out.data(), i, oracle.expect(in[i]).code);
    judge_all_right(oracle, in, out);
    judge_with_one_wrong(oracle, in, out);
  }
}

using namespace formats;
INSTANTIATE_TEST_SUITE_P(Targets, BlockJudge,
                         ::testing::Values(&tf32, &fp16, &bf16, &e4m3, &e5m2, &e4m3fnuz, &e5m2fnuz, &e3m2,
                                           &e2m3, &e2m1),
                         [](const auto& target) { return std::string(target.param->name); });

// A checker that is fed NaN must not let it pass: `error > tolerance` is false for NaN.
TEST(ConvertOracle, AMismatchBehindTheLastWholeGroupIsWhereItIs) {
  const ConvertOracle oracle(formats::fp32, formats::bf16, Rule{});
  const std::vector<std::uint32_t> inputs(19, 0x3F800000);
  std::vector<std::uint16_t> outputs(19, 0x3F80);
  outputs[17] = 0x3F81;
  const BlockJudgement j = oracle.judge(inputs.data(), outputs.data(), inputs.size());
  ASSERT_EQ(j.mismatches.size(), 1U);
  EXPECT_EQ(j.mismatches[0].index, 17U);
}

TEST(ConvertOracle, NanIsNoNumberAndInfinityIsNotFinite) {
  const ConvertOracle oracle(fp32, fp16, Rule{});
  const auto verdict = [&](std::uint32_t input, std::uint16_t output) {
    return oracle.judge(&input, &output, 1).mismatches.empty();
  };
  EXPECT_FALSE(verdict(0x3F800000, 0x7E00));  // 1 -> NaN
  EXPECT_TRUE(verdict(0x7FC00000, 0x7E00));   // NaN -> NaN
  EXPECT_FALSE(verdict(0x7FC00000, 0x0000));  // NaN -> 0
  EXPECT_FALSE(verdict(0x3F800000, 0x7C00));  // 1 -> infinity
  EXPECT_FALSE(verdict(0x7F800000, 0x7BFF));  // infinity -> 65504
}

TEST(ConvertOracle, ErrorsOfKnownCases) {
  EXPECT_EQ(signed_ulp_error(fp32, 0x3F800800, fp16, 0x3C00), -0.25);  // 1 + 2^-12, ulp 2^-10
  EXPECT_EQ(signed_ulp_error(fp32, 0xBF800800, fp16, 0xBC00), 0.25);
  EXPECT_EQ(signed_ulp_error(fp32, 0x3FFFF000, fp16, 0x4000),
            0.5);  // just below 2: the ulp of its own binade
  EXPECT_EQ(signed_ulp_error(fp32, 0x33000000, fp16, 0x0000), -0.5);  // half the smallest subnormal
  EXPECT_EQ(signed_ulp_error(int64, 0x7FFFFFFFFFFFFFFF, fp32, 0x5F000000), 0x1p-39);
}

}  // namespace
}  // namespace ulpgate
