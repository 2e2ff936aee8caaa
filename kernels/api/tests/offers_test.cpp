// The rules of ulpgate/plugin.h for what a plug-in says of itself.
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "kernels/api/plugin_check.h"
#include "kernels/api/registry.h"

namespace ulpgate {
namespace {

using testing::HasSubstr;

/// A plug-in that keeps to the rules, to be spoilt.
struct Good {
  std::vector<ulpgate_pair> formats{{"from", "fp32"}, {"to", "bf16"}};
  std::vector<ulpgate_pair> claims{{"rounding", "nearest_even"}, {"nan", "code:0x7f"}};
  std::vector<ulpgate_offer> offers{{"convert", "v.1+x_2", formats.data(), 2, claims.data(), 2}};
  ulpgate_plugin plugin{ULPGATE_ABI_VERSION,
                        sizeof(ulpgate_plugin),
                        "good-1.0_x",
                        "1",
                        "",
                        0,
                        offers.data(),
                        1,
                        [](const ulpgate_call*, ulpgate_reply*) { return 0; }};
};

std::string refusal(const std::function<void(Good&)>& spoil) {
  Good good;
  spoil(good);
  try {
    checked_offers("x.so", &good.plugin);
  } catch (const ImplementationError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Offers, AcceptsAGoodOne) {
  const Good good;
  const std::vector<Offer> offers = checked_offers("x.so", &good.plugin);
  ASSERT_EQ(offers.size(), 1u);
  EXPECT_EQ(offers[0].operation, "convert");
  EXPECT_EQ(offers[0].variant, "v.1+x_2");
  EXPECT_EQ(offers[0].formats, (Formats{{"from", "fp32"}, {"to", "bf16"}}));
  EXPECT_EQ(offers[0].claims, (Claims{{"rounding", "nearest_even"}, {"nan", "code:0x7f"}}));
}

TEST(Offers, AcceptsALaterAndLongerStruct) {
  EXPECT_EQ(refusal([](Good& g) { g.plugin.struct_size += 64; }), "accepted");
}

TEST(Offers, RefusesTheHeader) {
  EXPECT_THROW(checked_offers("x.so", nullptr), ImplementationError);
  EXPECT_EQ(refusal([](Good& g) { g.plugin.abi_version = 7; }), "x.so: ABI version 7, this ulpgate speaks 1");
  EXPECT_THAT(refusal([](Good& g) { g.plugin.struct_size = 8; }), HasSubstr("struct_size is 8"));
  EXPECT_THAT(refusal([](Good& g) { g.plugin.name = nullptr; }), HasSubstr("its name is NULL"));
  EXPECT_THAT(refusal([](Good& g) { g.plugin.name = ""; }), HasSubstr("its name is ''"));
  EXPECT_THAT(refusal([](Good& g) { g.plugin.name = "a/b"; }), HasSubstr("letters, digits and _ . - only"));
  EXPECT_THAT(refusal([](Good& g) { g.plugin.version = nullptr; }), HasSubstr("its version is NULL"));
  EXPECT_THAT(refusal([](Good& g) { g.plugin.description = nullptr; }), HasSubstr("its description is NULL"));
  EXPECT_THAT(refusal([](Good& g) { g.plugin.call = nullptr; }), HasSubstr("its call is NULL"));
  EXPECT_THAT(refusal([](Good& g) { g.plugin.offers = nullptr; }), HasSubstr("its offers are NULL"));
  EXPECT_THAT(refusal([](Good& g) { g.plugin.offer_count = 0; }), HasSubstr("offers nothing"));
  EXPECT_THAT(refusal([](Good& g) { g.plugin.offer_count = SIZE_MAX; }), HasSubstr("more than 4096"));
}

TEST(Offers, RefusesLongNames) {
  const std::string name(129, 'a');
  EXPECT_THAT(refusal([&](Good& g) { g.plugin.name = name.c_str(); }), HasSubstr("longer than 128 bytes"));
}

TEST(Offers, RefusesAnOffer) {
  EXPECT_THAT(refusal([](Good& g) { g.offers[0].operation = nullptr; }),
              HasSubstr("offer 0: the operation is NULL"));
  EXPECT_THAT(refusal([](Good& g) { g.offers[0].variant = nullptr; }),
              HasSubstr("offer 0: the variant is NULL"));
  EXPECT_THAT(refusal([](Good& g) { g.offers[0].variant = "a b"; }), HasSubstr("the variant is 'a b'"));
  EXPECT_THAT(refusal([](Good& g) { g.offers[0].variant = "a\n\033[31m"; }),
              HasSubstr("the variant is 'a??[31m'"));
  EXPECT_THAT(refusal([](Good& g) { g.offers[0].formats = nullptr; }), HasSubstr("its formats are NULL"));
  EXPECT_THAT(refusal([](Good& g) { g.offers[0].format_count = SIZE_MAX; }), HasSubstr("formats"));
  EXPECT_THAT(refusal([](Good& g) { g.offers[0].format_count = 1; }), HasSubstr("\"from\" and \"to\""));
  EXPECT_THAT(refusal([](Good& g) { std::swap(g.formats[0], g.formats[1]); }), HasSubstr("in this order"));
  EXPECT_THAT(refusal([](Good& g) { g.formats[0].key = nullptr; }), HasSubstr("a tensor's name is NULL"));
  EXPECT_THAT(refusal([](Good& g) { g.formats[1].value = nullptr; }), HasSubstr("the format of to is NULL"));
  EXPECT_THAT(refusal([](Good& g) { g.formats[1].value = "fp7"; }), HasSubstr("no format is called 'fp7'"));
  EXPECT_THAT(refusal([](Good& g) { g.offers[0].claims = nullptr; }), HasSubstr("its claims are NULL"));
  EXPECT_THAT(refusal([](Good& g) { g.claims[0].value = nullptr; }), HasSubstr("the claim rounding is NULL"));
  EXPECT_THAT(refusal([](Good& g) { g.claims[1].key = "rounding"; }), HasSubstr("claims rounding twice"));
}

/// What is said of an offer of that operation with those roles, each in the format given with it.
std::string roles_refusal(const char* operation, const std::vector<ulpgate_pair>& roles) {
  return refusal([&](Good& g) {
    g.offers[0].operation = operation;
    g.offers[0].formats = roles.data();
    g.offers[0].format_count = roles.size();
  });
}

TEST(Offers, TakesTheRolesOfGemm) {
  const ulpgate_pair a{"a", "fp16"}, b{"b", "fp16"}, c{"c", "fp32"}, d{"d", "fp32"}, alpha{"alpha", "fp32"};
  const ulpgate_pair bias{"bias", "fp32"}, a_scale{"a_scale", "fp32"}, b_scale{"b_scale", "fp32"};
  const ulpgate_pair amax{"amax", "fp32"};
  EXPECT_EQ(roles_refusal("gemm", {a, b, c, d, alpha}), "accepted");
  EXPECT_EQ(roles_refusal("gemm", {a, b, c, d, alpha, bias}), "accepted");
  EXPECT_EQ(roles_refusal("gemm", {a, b, c, d, alpha, b_scale}), "accepted");
  EXPECT_EQ(roles_refusal("gemm", {a, b, c, d, alpha, bias, a_scale, b_scale}), "accepted");
  EXPECT_EQ(roles_refusal("gemm", {a, b, c, d, alpha, amax}), "accepted");
  const std::string rule =
      "x.so: offer 0: gemm takes the formats of \"a\", \"b\", \"c\", \"d\", \"alpha\", [\"bias\"], "
      "[\"a_scale\"], [\"b_scale\"] and [\"amax\"], in this order; those in brackets where it has them";
  EXPECT_EQ(roles_refusal("gemm", {a, b, c, d}), rule);
  EXPECT_EQ(roles_refusal("gemm", {b, a, c, d, alpha}), rule);
  EXPECT_EQ(roles_refusal("gemm", {a, b, c, alpha, d}), rule);
  EXPECT_EQ(roles_refusal("gemm", {a, b, c, d, alpha, a_scale, bias}), rule);
  EXPECT_EQ(roles_refusal("gemm", {a, b, c, d, alpha, bias, bias}), rule);
  EXPECT_EQ(roles_refusal("gemm", {a, b, c, d, alpha, {"beta", "fp32"}}), rule);
  EXPECT_THAT(roles_refusal("gemm", {a, b, c, d, {"alpha", "bf16"}}),
              HasSubstr("the format of alpha is bf16, and scalars are fp64, fp32, fp16, int32 or int64"));
}

TEST(Offers, TakesTheRolesOfMma) {
  const ulpgate_pair a{"a", "e2m1"}, b{"b", "e2m1"}, c{"c", "fp32"}, d{"d", "fp32"};
  const ulpgate_pair a_scale{"a_scale", "e8m0"}, b_scale{"b_scale", "e8m0"};
  EXPECT_EQ(roles_refusal("mma", {a, b, c, d}), "accepted");
  EXPECT_EQ(roles_refusal("mma", {a, b, c, d, a_scale, b_scale}), "accepted");
  EXPECT_EQ(roles_refusal("mma", {a, b, c, d, a_scale}),
            "x.so: offer 0: mma takes the formats of \"a\", \"b\", \"c\", \"d\", [\"a_scale\"] and "
            "[\"b_scale\"], in this order; those in brackets where it has them, all or none");
  EXPECT_THAT(roles_refusal("mma", {a, b, c, d, {"alpha", "fp32"}}), HasSubstr("mma takes"));
}

TEST(Offers, TakesTheRolesOfRowOperations) {
  const ulpgate_pair x{"x", "fp16"}, mask{"mask", "uint8"}, y{"y", "fp16"};
  EXPECT_EQ(roles_refusal("softmax", {x, y}), "accepted");
  EXPECT_EQ(roles_refusal("log_softmax", {x, mask, y}), "accepted");
  EXPECT_EQ(roles_refusal("softmax", {x, y, mask}),
            "x.so: offer 0: softmax takes the formats of \"x\", [\"mask\"], \"y\" and [\"amax\"], in this "
            "order; those in brackets where it has them");
  const ulpgate_pair gamma{"gamma", "fp32"}, beta{"beta", "fp32"}, mean{"mean", "fp32"}, rstd{"rstd", "fp32"};
  EXPECT_EQ(roles_refusal("layer_norm", {x, y}), "accepted");
  EXPECT_EQ(roles_refusal("layer_norm", {x, gamma, y, rstd}), "accepted");
  EXPECT_EQ(roles_refusal("layer_norm", {x, gamma, beta, y, mean, rstd}), "accepted");
  EXPECT_THAT(roles_refusal("rms_norm", {x, gamma, beta, y}), HasSubstr("rms_norm takes"));
  EXPECT_THAT(roles_refusal("softmax_backward", {y, x}), HasSubstr("\"y\", \"dy\" and \"dx\""));
}

TEST(Offers, TakesAnInstructionAsAccumulator) {
  EXPECT_EQ(refusal([](Good& g) { g.claims[1] = {"accumulator", "sm_90/mma.fp16.fp32"}; }), "accepted");
}

TEST(Offers, RefusesTheSameOfferTwice) {
  EXPECT_THAT(refusal([](Good& g) {
                g.offers.push_back(g.offers[0]);
                g.plugin.offers = g.offers.data();
                g.plugin.offer_count = 2;
              }),
              HasSubstr("offer 1: an earlier offer has the same"));
}

}  // namespace
}  // namespace ulpgate
