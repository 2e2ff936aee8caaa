// Unscaling one gradient: published vectors, and a second computation over random ones.
#include "reference/oracles/unscale.h"

#include <bit>
#include <gtest/gtest.h>

#include "reference/scalers/grad_scaler.h"
#include "reference/tests/scaler/vector_lines.h"
#include "reference/tests/words.h"
#include "reference/twins/encode.h"
#include "reference/twins/quotient.h"

namespace ulpgate {
namespace {

void expect_code(const Expected& got, const std::string& word, const std::string& place) {
  if (word == "nan") {
    EXPECT_TRUE(got.any_nan || is_nan(formats::fp32, got.code)) << place;
  } else {
    EXPECT_TRUE(meets(formats::fp32, fp32_code(word), got)) << place << ": " << got.code;
  }
}

TEST(Unscale, Vectors) {
  for (const ScalerLine& line : scaler_lines("unscale.txt")) {
    const std::uint64_t scale = fp32_code(line.options.at("scale")), g = fp32_code(line.options.at("g"));
    const Expected inverse = inverse_scale(scale);
    expect_code(inverse, line.expected.at(0), line.place);
    const UnscaleRule product{.gradient = &formats::fp32};
    UnscaleRule division = product;
    division.unscaling = Unscaling::division;
    const Unscaled by_product = unscale(product, g, inverse.code), by_division = unscale(division, g, scale);
    expect_code(by_product.gradient, line.expected.at(1), line.place);
    const std::string& quotient = line.expected.at(2);
    expect_code(by_division.gradient, quotient == "same" ? line.expected.at(1) : quotient, line.place);
    EXPECT_EQ(by_product.found, line.expected.at(3) == "1") << line.place;
  }
}

// pytorch/pytorch#99640, #96755, #97415: found before unscaling, and not after.
TEST(Unscale, GradientsThatOverflowAfterwards) {
  const std::uint64_t g = 0x7B53;  // 60000 in fp16
  UnscaleRule rule{.gradient = &formats::fp16};
  const std::uint64_t inverse = inverse_scale(fp32_code("2^-10")).code;
  EXPECT_EQ(unscale(rule, g, inverse).gradient.code, 0x7C00u);
  EXPECT_FALSE(unscale(rule, g, inverse).found);
  rule.found = FoundAt::unscaled;
  EXPECT_TRUE(unscale(rule, g, inverse).found);
  rule.found = FoundAt::either;
  EXPECT_TRUE(unscale(rule, g, inverse).found);
  EXPECT_TRUE(unscale(rule, 0x7C00, fp32_code("0x00000000")).found);
}

TEST(Unscale, InverseTakenInDoubleIsTheCorrectlyRoundedOne) {
  Words words(1);
  for (int i = 0; i < 20000; ++i) {
    const auto scale = static_cast<std::uint32_t>(words.next() >> 33);
    const Expected inverse = inverse_scale(scale);
    const float host = inverse_of(std::bit_cast<float>(scale));
    EXPECT_TRUE(meets(formats::fp32, std::bit_cast<std::uint32_t>(host), inverse)) << std::hex << scale;
  }
}

Expected twin_unscale(const UnscaleRule& rule, std::uint64_t gradient, std::uint64_t factor) {
  const Exact g = Exact::from_code(*rule.gradient, gradient), f = Exact::from_code(formats::fp32, factor);
  const Format& compute = rule.gradient == &formats::fp64 ? formats::fp64 : formats::fp32;
  const Exact exact = rule.unscaling == Unscaling::division ? twin_quotient(g, f) : g * f;
  const Expected once = twin_encode(compute, exact, Rule{});
  return twin_encode(*rule.gradient, Exact::from_code(compute, once.code), Rule{});
}

TEST(Unscale, TwinAgrees) {
  Words words(2);
  for (const Format* format : {&formats::fp32, &formats::fp16, &formats::bf16, &formats::fp64}) {
    for (int i = 0; i < 2000; ++i) {
      UnscaleRule rule{.gradient = format};
      if (words.below(2) == 1) rule.unscaling = Unscaling::division;
      const std::uint64_t gradient = words.next() & format->code_mask();
      // Scales near 1 half the time, so that not every result over- or underflows.
      const auto scale = static_cast<std::uint32_t>(
          words.below(2) == 1 ? words.next() >> 33 : 0x30000000 + words.next() % 0x20000000);
      if (std::bit_cast<float>(scale) == 1.0f || is_nan(*format, gradient)) continue;
      const Unscaled got = unscale(rule, gradient, scale);
      const Expected twin = twin_unscale(rule, gradient, scale);
      EXPECT_EQ(got.gradient.any_nan, twin.any_nan) << format->name << std::hex << gradient << " " << scale;
      EXPECT_TRUE(twin.any_nan || got.gradient.code == twin.code)
          << format->name << std::hex << gradient << " " << scale;
      EXPECT_EQ(got.found, !is_finite(*format, gradient));
    }
  }
}

}  // namespace
}  // namespace ulpgate
