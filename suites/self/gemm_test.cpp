// The gemm suite's own pieces: layouts, cases as JSON, published inputs, what is accepted.
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "reference/exact/exact.h"
#include "reference/formats/encode.h"
#include "reports/record/error.h"
#include "suites/framework/shrink.h"
#include "suites/gemm/case_json.h"
#include "suites/gemm/cases.h"
#include "suites/gemm/judge.h"
#include "suites/gemm/known_cases.h"
#include "suites/gemm/matrix_layout.h"
#include "suites/gemm/shrink_case.h"
#include "suites/gemm/values.h"

namespace ulpgate::gemm {
namespace {

GemmOffer offer_of(const char* in, const char* out, Claims claims) {
  const Offer offer{
      "gemm", "v", {{"a", in}, {"b", in}, {"c", out}, {"d", out}, {"alpha", "fp32"}}, std::move(claims), {}};
  return *understand(offer);
}

GemmOffer plain(const char* in, const char* out) {
  return offer_of(in, out, {{"accumulator", "fp32"}, {"alpha_zero", "skips"}});
}

TEST(GemmOffer, SaysWhatIsNotClaimed) {
  EXPECT_EQ(plain("fp16", "fp32").unclaimed, "");
  EXPECT_EQ(offer_of("fp16", "fp32", {{"alpha_zero", "skips"}}).unclaimed, "no claim about 'accumulator'");
  EXPECT_EQ(offer_of("fp16", "e4m3", {{"accumulator", "fp32"}, {"alpha_zero", "skips"}}).unclaimed,
            "no claim about 'overflow'");
  EXPECT_NE(offer_of("fp16", "fp32", {{"accumulator", "sm_90/nothing"}, {"alpha_zero", "skips"}})
                .unclaimed.find("no entry of a profile"),
            std::string::npos);
  EXPECT_NE(offer_of("fp16", "fp32", {{"accumulator", "fp32"}, {"alpha_zero", "perhaps"}})
                .unclaimed.find("alpha_zero"),
            std::string::npos);
}

TEST(GemmOffer, RefusesClaimsThatMakeNoSense) {
  const auto problem = [](const char* in, Claims more, const char* accumulator = "fp32") {
    more.emplace("accumulator", accumulator);
    more.emplace("alpha_zero", "skips");
    return offer_of(in, "fp16", std::move(more)).unclaimed;
  };
  EXPECT_NE(problem("fp16", {{"strange", "1"}}).find("its claims are accumulator"), std::string::npos);
  EXPECT_EQ(problem("fp16", {{"split_k", "0"}}),
            "the claim 'split_k' is '0', and may be a whole number from 1 to 1073741824");
  EXPECT_EQ(problem("fp16", {{"promotion", "1000000000000"}}),
            "the claim 'promotion' is '1000000000000', and may be a whole number from 0 to 1073741824");
  EXPECT_EQ(problem("fp16", {{"instruction_k", "16"}}, "sm_80/mma.fp16.fp32"), "");
  EXPECT_EQ(problem("fp16", {{"instruction_k", "24"}}, "sm_80/mma.fp16.fp32"),
            "the claim 'instruction_k' is '24', and an instruction of 'sm_80/mma.fp16.fp32' has 8 or 16");
  EXPECT_NE(problem("fp16", {}, "int32").find("whole numbers alone"), std::string::npos);
  EXPECT_NE(problem("fp16", {{"a_scale_block", "tensor"}}).find("needs a scale"), std::string::npos);
  for (const char* nan : {"payload", "max_signed", "zero_flipped_sign"})
    EXPECT_NE(problem("fp16", {{"nan", nan}}).find("'nan'"), std::string::npos) << nan;
  for (const char* nan : {"any", "code:0x7e00", "code_signed:0x7e00"})
    EXPECT_EQ(problem("fp16", {{"nan", nan}}), "") << nan;
}

/// Operands of fp32 that are rounded to `inputs` first, and an instruction for what they then are.
GemmOffer rounded(const char* inputs, const char* accumulator) {
  return offer_of("fp32", "fp32",
                  {{"accumulator", accumulator},
                   {"alpha_zero", "skips"},
                   {"inputs", inputs},
                   {"split_k", "32"},
                   {"partials", "accumulator"}});
}

TEST(GemmOffer, AnInstructionTakesWhatOperandsAreRoundedTo) {
  for (const char* accumulator : {"sm_80/mma.tf32.fp32", "sm_90/mma.tf32.fp32", "sm_90/wgmma.tf32.fp32"})
    EXPECT_EQ(rounded("tf32", accumulator).unclaimed, "") << accumulator;
  EXPECT_EQ(rounded("fp16", "sm_90/wgmma.fp16.fp32").unclaimed, "");
  EXPECT_EQ(rounded("bf16", "sm_80/mma.bf16.fp32").unclaimed, "");
  EXPECT_EQ(rounded("bf16", "sm_80/mma.tf32.fp32").unclaimed,
            "the claim 'accumulator' names 'sm_80/mma.tf32.fp32', which does not take bf16");
  EXPECT_EQ(rounded("exact", "sm_80/mma.tf32.fp32").unclaimed,
            "the claim 'accumulator' names 'sm_80/mma.tf32.fp32', which does not take fp32");
  const Offer whole{"gemm",
                    "v",
                    {{"a", "int8"}, {"b", "int8"}, {"c", "int32"}, {"d", "int32"}, {"alpha", "int32"}},
                    {{"accumulator", "int32"}, {"alpha_zero", "skips"}, {"inputs", "fp16"}},
                    {}};
  EXPECT_NE(understand(whole)->unclaimed.find("whole numbers"), std::string::npos);
}

TEST(GemmLayout, ElementsNeverShareTheirPlace) {
  for (const bool transposed : {false, true}) {
    for (const bool reversed : {false, true}) {
      for (const Batching batching : {Batching::apart, Batching::interleaved}) {
        Layout l{.transposed = transposed,
                 .pad = 3,
                 .batch_pad = 2,
                 .inner = 2,
                 .reversed = reversed,
                 .batching = batching};
        StridedBuffer buffer = matrix_buffer(formats::fp16, 3, 4, 5, l);
        std::vector<std::uint64_t> codes(60);
        for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = i;
        buffer.poison(0xA5);
        const auto before = buffer.bytes();
        buffer.set(codes);
        EXPECT_EQ(buffer.get(), codes);
        EXPECT_TRUE(buffer.gaps_equal(before));
        EXPECT_FALSE(buffer.buffer().broken_guard());
      }
    }
  }
}

TEST(GemmCaseJson, ComesBackAsItWas) {
  const GemmOffer o = plain("bf16", "fp32");
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    GemmCase c = seed % 2 == 0 ? draw_layout(o, seed, 50) : draw_special(o, seed, 50);
    if (seed % 5 == 0) c = spelled_out(o, c);
    const auto json = to_json(o, c);
    EXPECT_EQ(to_json(o, case_from_json(o, json)), json);
  }
}

TEST(GemmCaseJson, RefusesWhatMakesNoSense) {
  const GemmOffer o = plain("bf16", "fp32");
  const auto good = to_json(o, plain_case(o, 2, 3, 4, Family::ones, 1));
  const auto refused = [&](const char* key, const nlohmann::ordered_json& value) {
    auto json = good;
    json[key] = value;
    try {
      case_from_json(o, json);
    } catch (const report::InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_NE(refused("m", -1).find("'m'"), std::string::npos);
  EXPECT_NE(refused("k", 1 << 25).find("'k'"), std::string::npos);
  EXPECT_NE(refused("family", "strange").find("'family'"), std::string::npos);
  EXPECT_NE(refused("alpha", "0xZZ").find("'alpha'"), std::string::npos);
  EXPECT_NE(refused("d_layout", {{"batching", "shared"}}).find("'d_layout'"), std::string::npos);
  EXPECT_NE(refused("self", true).find("'self'"), std::string::npos);
  EXPECT_NE(refused("planted", {{{"tensor", "x"}}}).find("planted"), std::string::npos);
}

TEST(GemmCases, WholeNumbersStayWhereTheirPlaceIs) {
  const GemmOffer o = plain("fp16", "fp16");
  GemmCase large = plain_case(o, 9, 9, 9, Family::uniform, 3), small = large;
  small.m = small.n = 4;
  const GemmInputs a = expand(o, large), b = expand(o, small);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 9; ++k) EXPECT_EQ(a.a[i * 9 + k], b.a[i * 9 + k]);
  }
}

TEST(GemmCases, EveryFormatFindsEqualityToJudge) {
  for (const char* in : {"fp64", "fp32", "tf32", "fp16", "bf16", "e4m3", "e5m2", "e3m2", "e2m3", "e2m1"}) {
    const GemmOffer o = plain(in, "fp32");
    const GemmCase c = plain_case(o, 5, 5, 40, Family::integers, 7);
    const GemmInputs inputs = expand(o, c);
    const CaseJudge judge(o, c, inputs);
    EXPECT_TRUE(judge.acceptable(0, 2, 3).exact) << in;
  }
}

TEST(GemmCases, RoundedOperandsFindEqualityToJudge) {
  for (const auto& [inputs, accumulator] : {std::pair{"tf32", "sm_90/wgmma.tf32.fp32"},
                                            {"tf32", "fp32"},
                                            {"fp16", "sm_90/wgmma.fp16.fp32"},
                                            {"bf16", "sm_80/mma.bf16.fp32"}}) {
    const GemmOffer o = rounded(inputs, accumulator);
    const GemmCase c = plain_case(o, 5, 5, 40, Family::integers, 7);
    const GemmInputs in = expand(o, c);
    const CaseJudge judge(o, c, in);
    EXPECT_TRUE(judge.acceptable(0, 2, 3).exact) << inputs;
    for (const GemmCase& bits : bit_cases(o, Tier::standard, 1)) {
      const GemmInputs of_bits = expand(o, bits);
      EXPECT_TRUE(CaseJudge(o, bits, of_bits).acceptable(0, 1, 1).exact) << inputs;
    }
  }
}

TEST(GemmCases, BiasHidesNoSmallSums) {
  Offer with_bias = plain("fp16", "fp16").offer;
  with_bias.formats.emplace_back("bias", "fp16");
  const GemmOffer o = *understand(with_bias);
  for (const std::uint64_t code : expand(o, subnormal_cases(o, Tier::standard, 1).front()).bias)
    EXPECT_EQ(code, 0U);
  for (const GemmCase& c : rounding_cases(o, Tier::standard, 1)) {
    if (c.scale == 0) continue;
    for (const std::uint64_t code : expand(o, c).bias)
      EXPECT_LE(std::fabs(to_double(formats::fp16, code)), std::ldexp(1.0, c.scale));
  }
}

TEST(GemmShrinking, KeepsOneElementOfTheMiddle) {
  const GemmOffer o = plain("fp32", "fp32");
  const GemmCase whole = plain_case(o, 32, 24, 20, Family::uniform, 5);
  const GemmInputs inputs = expand(o, whole);
  // What fails is wherever A's element (17, 9) meets B's (9, 11).
  const std::uint64_t a = inputs.a[17 * 20 + 9], b = inputs.b[9 * 24 + 11];
  const auto judge = [&](const GemmCase& c) {
    const GemmInputs in = expand(o, c);
    CaseJudgement j;
    j.judged = 1;
    for (std::int64_t i = 0; c.batch > 0 && i < c.m; ++i)
      for (std::int64_t n = 0; n < c.n; ++n)
        for (std::int64_t k = 0; k < c.k; ++k)
          if (in.a[static_cast<std::size_t>(i * c.k + k)] == a &&
              in.b[static_cast<std::size_t>(k * c.n + n)] == b)
            j.failed = 1;
    return j;
  };
  ASSERT_TRUE(judge(whole).fails());
  Finding finding;
  finding.row = 17;
  finding.column = 11;
  GemmCase small = reduce_around(o, whole, finding, judge);
  EXPECT_EQ(small.m * small.n, 1);
  small = shrink<GemmCase>(
      small, [&](const GemmCase& c) { return simpler_cases(o, c); },
      [&](const GemmCase& c) { return judge(c).fails(); }, 800);
  EXPECT_EQ(small.k, 1);
  EXPECT_EQ(small.a_codes, std::vector<std::uint64_t>{a});
}

TEST(KnownCases, AreReadForEveryOffer) {
  EXPECT_GT(known_cases(plain("fp32", "fp32")).size(), 25U);
  EXPECT_GT(known_cases(plain("bf16", "fp32")).size(), 25U);
  EXPECT_GT(known_cases(plain("e4m3", "fp32")).size(), 10U);
}

TEST(KnownCases, RefuseWhatIsMalformed) {
  const GemmOffer o = plain("fp32", "fp32");
  const auto message = [&](const char* text) {
    try {
      known_cases(o, text, "file");
    } catch (const report::InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_NE(message("[").find("file: not JSON"), std::string::npos);
  EXPECT_NE(message("[{}]").find("file: entry 0: 'source'"), std::string::npos);
  EXPECT_NE(message(R"([{"source":"s","m":1,"n":1,"k":2,"a":[1],"b":1}])").find("'a' has 1 values"),
            std::string::npos);
  EXPECT_NE(message(R"([{"source":"s","m":1,"n":1,"k":1,"a":"x","b":1}])").find("no number"),
            std::string::npos);
}

/// What is accepted of one element, for a row and a column of values.
struct One {
  GemmOffer offer;
  GemmCase c;
  GemmInputs inputs;
  std::unique_ptr<CaseJudge> judge;

  One(GemmOffer o, const std::vector<double>& a, const std::vector<double>& b) : offer(std::move(o)) {
    c = plain_case(offer, 1, 1, static_cast<std::int64_t>(a.size()), Family::codes, 0);
    for (const double x : a) c.a_codes.push_back(nearest_code(*offer.a, x));
    for (const double x : b) c.b_codes.push_back(nearest_code(*offer.b, x));
    c.c_codes = {0};
    inputs = expand(offer, c);
    judge = std::make_unique<CaseJudge>(offer, c, inputs);
  }
  bool accepts(std::uint64_t code) const { return judge->judge(judge->acceptable(0, 0, 0), code).accepted; }
};

TEST(CaseJudge, WhatRoundsNowhereIsOneCode) {
  const One one(plain("fp16", "fp32"), {3, 5}, {7, -2});
  EXPECT_TRUE(one.accepts(nearest_code(formats::fp32, 11)));
  EXPECT_FALSE(one.accepts(nearest_code(formats::fp32, 11) + 1));
  EXPECT_FALSE(one.accepts(0x7FC00000));
  EXPECT_FALSE(one.accepts(0x7F800000));
}

TEST(CaseJudge, WhatRoundsIsWithinTheBound) {
  // 1/3 in fp32 squared three times: three products and two additions, each half an ulp of at most 1.
  const float third = 1.0F / 3;
  const One one(plain("fp32", "fp32"), {third, third, third}, {third, third, third});
  const std::uint64_t right = nearest_code(formats::fp32, 3.0 * third * third);
  EXPECT_TRUE(one.accepts(right));
  EXPECT_TRUE(one.accepts(right + 1));
  EXPECT_FALSE(one.accepts(right + 4));
  EXPECT_FALSE(one.accepts(right - 4));
}

TEST(CaseJudge, OperandsThatInputsHoldStayExact) {
  const double odd = 1 + 0x1p-10;  // the last bit of tf32
  const One held(rounded("tf32", "sm_90/wgmma.tf32.fp32"), {odd, 1}, {1, -1});
  EXPECT_TRUE(held.accepts(nearest_code(formats::fp32, 0x1p-10)));
  EXPECT_FALSE(held.accepts(0));
  // One bit more: either neighbour, and nothing far beyond.
  const One rounds(rounded("tf32", "sm_90/wgmma.tf32.fp32"), {odd + 0x1p-11, 1}, {1, -1});
  EXPECT_TRUE(rounds.accepts(nearest_code(formats::fp32, 0x1p-10)));
  EXPECT_TRUE(rounds.accepts(nearest_code(formats::fp32, 0x1p-9)));
  EXPECT_FALSE(rounds.accepts(nearest_code(formats::fp32, 0x1p-6)));
  // Beyond the largest number of fp16 either neighbour is infinity, or far away.
  const One beyond(rounded("fp16", "sm_90/wgmma.fp16.fp32"), {1e6}, {1});
  EXPECT_TRUE(beyond.accepts(0x7F800000));
  EXPECT_TRUE(beyond.accepts(nearest_code(formats::fp32, 65504)));
  // A number that fp16 holds as a subnormal.
  const One small(rounded("fp16", "sm_90/wgmma.fp16.fp32"), {0x1p-20}, {1});
  EXPECT_TRUE(small.accepts(nearest_code(formats::fp32, 0x1p-20)));
  EXPECT_FALSE(small.accepts(0));
}

TEST(CaseJudge, ResultsBeyondTheLargestAreInfinite) {
  const One one(plain("fp16", "fp16"), {256, 256}, {255, 1});
  EXPECT_TRUE(one.accepts(0x7C00));   // 65536
  EXPECT_FALSE(one.accepts(0x7BFF));  // 65504
}

TEST(CaseJudge, WhatRoundsNowhereMayStillOverflowOnTheWay) {
  const Claims claims{{"accumulator", "fp16"}, {"alpha_zero", "skips"}};
  const One narrow(offer_of("fp16", "fp16", claims), {256, 256}, {256, -256});
  EXPECT_TRUE(narrow.accepts(0));
  EXPECT_TRUE(narrow.accepts(0x7E00));  // infinity - infinity
  EXPECT_TRUE(narrow.accepts(0x7C00));
  EXPECT_FALSE(narrow.accepts(0x3C00));
  const One wide(plain("fp16", "fp16"), {256, 256}, {256, -256});
  EXPECT_TRUE(wide.accepts(0));
  EXPECT_FALSE(wide.accepts(0x7E00));
  EXPECT_FALSE(wide.accepts(0x7C00));
}

TEST(CaseJudge, NanHasTheClaimedCode) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto with = [&](const char* claim) {
    return One(offer_of("fp16", "fp16", {{"accumulator", "fp32"}, {"alpha_zero", "skips"}, {"nan", claim}}),
               {nan}, {1});
  };
  const One any = with("any"), code = with("code:0x7e00"), either = with("code_signed:0x7e00");
  for (const std::uint64_t got : {0x7E00, 0xFE00, 0x7FFF, 0xFFFF}) {
    EXPECT_TRUE(any.accepts(got)) << got;
    EXPECT_EQ(code.accepts(got), got == 0x7E00) << got;
    EXPECT_EQ(either.accepts(got), (got & 0x7FFF) == 0x7E00) << got;
  }
  EXPECT_FALSE(code.accepts(0x3C00));
}

TEST(CaseJudge, WhatIsConvictedIsBeyondTheBound) {
  const float third = 1.0F / 3;
  const One bounded(plain("fp32", "fp32"), {third, third, third}, {third, third, third});
  const One exact(plain("fp16", "fp32"), {3, 5}, {7, -2});
  const One cut(offer_of("fp32", "fp16",
                         {{"accumulator", "fp32"}, {"alpha_zero", "skips"}, {"rounding", "toward_zero"}}),
                {1 + 0x1p-11 + 0x1p-12}, {1});
  const auto judged = [](const One& one, std::uint64_t code) {
    return one.judge->judge(one.judge->acceptable(0, 0, 0), code);
  };
  int convicted = 0;
  for (const One* one : {&bounded, &exact, &cut}) {
    const Acceptable accepted = one->judge->acceptable(0, 0, 0);
    for (std::uint64_t code = accepted.low - 40; code < accepted.high + 40; ++code) {
      const ElementVerdict v = judged(*one, code);
      ASSERT_TRUE(v.error_over_bound);
      EXPECT_EQ(v.accepted, *v.error_over_bound <= 1) << code;
      if (!v.accepted) ++convicted;
      EXPECT_TRUE(one == &bounded || std::isinf(*v.error_over_bound) == !v.accepted) << code;
    }
  }
  EXPECT_GT(convicted, 200);
  EXPECT_TRUE(std::isinf(*judged(bounded, 0x7F800000).error_over_bound));
}

TEST(CaseJudge, SaysOneCodeOnce) {
  // The bound is far below half an ulp of D.
  const One one(plain("fp32", "fp16"), {1.1, 1.2}, {1.3, 1.4});
  const Acceptable a = one.judge->acceptable(0, 0, 0);
  ASSERT_EQ(a.low, a.high);
  EXPECT_EQ(one.judge->explain(a).find(" to "), std::string::npos);
}

TEST(CaseJudge, NanIsNeverWithinABound) {
  const One one(plain("fp32", "fp32"), {0.1, 0.2}, {0.3, 0.4});
  EXPECT_FALSE(one.accepts(0x7FC00000));
  EXPECT_FALSE(one.accepts(0xFFFFFFFF));
}

}  // namespace
}  // namespace ulpgate::gemm
