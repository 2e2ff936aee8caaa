// The gemm suite's own pieces: layouts, cases as JSON, published inputs, what is accepted.
#include <gtest/gtest.h>

#include "reference/exact/exact.h"
#include "reports/record/error.h"
#include "suites/gemm/case_json.h"
#include "suites/gemm/cases.h"
#include "suites/gemm/judge.h"
#include "suites/gemm/known_cases.h"
#include "suites/gemm/matrix_buffer.h"
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
        MatrixBuffer buffer(formats::fp16, 3, 4, 5, l);
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
    for (const double x : a) c.a_codes.push_back(code_of(*offer.a, x));
    for (const double x : b) c.b_codes.push_back(code_of(*offer.b, x));
    c.c_codes = {0};
    inputs = expand(offer, c);
    judge = std::make_unique<CaseJudge>(offer, c, inputs);
  }
  bool accepts(std::uint64_t code) const { return judge->judge(judge->acceptable(0, 0, 0), code).accepted; }
};

TEST(CaseJudge, WhatRoundsNowhereIsOneCode) {
  const One one(plain("fp16", "fp32"), {3, 5}, {7, -2});
  EXPECT_TRUE(one.accepts(code_of(formats::fp32, 11)));
  EXPECT_FALSE(one.accepts(code_of(formats::fp32, 11) + 1));
  EXPECT_FALSE(one.accepts(0x7FC00000));
  EXPECT_FALSE(one.accepts(0x7F800000));
}

TEST(CaseJudge, WhatRoundsIsWithinTheBound) {
  // 1/3 in fp32 squared three times: three products and two additions, each half an ulp of at most 1.
  const float third = 1.0F / 3;
  const One one(plain("fp32", "fp32"), {third, third, third}, {third, third, third});
  const std::uint64_t right = code_of(formats::fp32, 3.0 * third * third);
  EXPECT_TRUE(one.accepts(right));
  EXPECT_TRUE(one.accepts(right + 1));
  EXPECT_FALSE(one.accepts(right + 4));
  EXPECT_FALSE(one.accepts(right - 4));
}

TEST(CaseJudge, ResultsBeyondTheLargestAreInfinite) {
  const One one(plain("fp16", "fp16"), {256, 256}, {255, 1});
  EXPECT_TRUE(one.accepts(0x7C00));   // 65536
  EXPECT_FALSE(one.accepts(0x7BFF));  // 65504
}

TEST(CaseJudge, NanIsNeverWithinABound) {
  const One one(plain("fp32", "fp32"), {0.1, 0.2}, {0.3, 0.4});
  EXPECT_FALSE(one.accepts(0x7FC00000));
  EXPECT_FALSE(one.accepts(0xFFFFFFFF));
}

}  // namespace
}  // namespace ulpgate::gemm
