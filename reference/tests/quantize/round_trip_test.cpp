// Round trips keep the bound, and come near it; identities of recipes.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "reference/bounds/quantize.h"
#include "reference/formats/decode.h"
#include "reference/oracles/quantize.h"
#include "reference/oracles/quantize/dequantize.h"
#include "reference/oracles/quantize/steps.h"
#include "reference/tests/quantize/vector_line.h"
#include "reference/tests/words.h"

namespace ulpgate {
namespace {

using namespace quantize;

/// Numbers of up to `spread` binades below `top`.
std::vector<float> draw(Words& words, std::size_t count, int top, int spread) {
  std::vector<float> x;
  for (std::size_t i = 0; i < count; ++i) {
    const double size = std::ldexp(1 + words.unit(), top - words.below(spread));
    x.push_back(static_cast<float>(words.below(2) == 0 ? size : -size));
  }
  return x;
}

struct Trip {
  Recipe recipe;
  Dequantize back;
  std::string name;
};

std::vector<Trip> trips() {
  std::vector<Trip> all;
  const auto add = [&](const char* name, const Format& element, DequantizeRule rule) {
    const Recipe r = quantize_test::recipe(name, element);
    all.push_back({r,
                   {.rule = rule, .block = r.block, .element = &element},
                   std::string(name) + " to " + std::string(element.name)});
  };
  for (const Format* f : {&formats::e4m3, &formats::e5m2}) {
    add("@te_current", *f, DequantizeRule::fp32);
    add("@te_current_power", *f, DequantizeRule::fp32);
  }
  for (const Format* f : {&formats::e4m3, &formats::e5m2, &formats::e3m2, &formats::e2m3, &formats::e2m1}) {
    for (const char* name : {"@te_mx", "@torchao_floor", "@torchao_ceil", "@torchao_even"})
      add(name, *f, DequantizeRule::e8m0);
  }
  for (const char* name : {"@te_nvfp4", "@te_nvfp4_stochastic", "@te_nvfp4_fast_math"}) {
    add(name, formats::e2m1, DequantizeRule::nvfp4_reference);
    add(name, formats::e2m1, DequantizeRule::nvfp4_kernel);
  }
  add("@torchao_nvfp4", formats::e2m1, DequantizeRule::nvfp4_torchao);
  return all;
}

/// What a unit is worth to the rule: its steps, but for the one with the code.
double unit_of(const Trip& t, const BlockScale& s, float global) {
  if (t.back.rule != DequantizeRule::nvfp4_kernel) return code_unit(t.recipe, s.factor, s.stored, global);
  const auto scale = static_cast<float>(to_double(formats::e4m3, s.stored));
  return static_cast<double>(scale * global * (1 / 2688.0F));
}

/// Draws blocks, sees that each round trip stays within its bound, and returns how near the worst one came.
double worst_share(const Trip& t, Words& words, int steps) {
  double most = 0;
  for (int i = 0; i < 300; ++i) {
    const std::vector<float> x = draw(words, 32, words.below(200) - 100, 1 + words.below(20));
    const float amax = amax_of(x, AmaxNan::ignored);
    const float global = amax * static_cast<float>(1 << words.below(12));
    const BlockScale s = block_scale(t.recipe, amax, global);
    const double unit = unit_of(t, s, global);
    for (const float v : x) {
      const Expected q = element(t.recipe, s, v, words.next());
      // A product of a code and a unit has at most 33 bits.
      const double y = steps == 0 ? to_double(*t.recipe.element, q.code) * unit
                                  : static_cast<double>(dequantized(t.back, q.code, s.stored, global));
      const double error = std::fabs(y - static_cast<double>(v));
      const double bound = round_trip_bound({&t.recipe, s.factor, unit, steps}, v);
      EXPECT_LE(error, bound) << t.name << " " << v << " of " << amax;
      most = std::max(most, bound > 0 ? error / bound : 0);
    }
  }
  return most;
}

TEST(RoundTrip, StaysWithinItsBound) {
  Words words(5);
  for (const Trip& t : trips()) {
    // Decoded without an error; by the rule, whose one rounding is that of the code and its unit.
    for (const int steps : {0, 1}) EXPECT_GT(worst_share(t, words, steps), 0.8) << t.name << " is loose";
  }
}

TEST(RoundTrip, OfGivenScalesStaysWithinItsBound) {
  Words words(8);
  for (const char* name : {"@te_delayed", "@onnx_linear"}) {
    const Recipe r = quantize_test::recipe(name, formats::e4m3);
    double most = 0;
    for (int i = 0; i < 4000; ++i) {
      const float v = draw(words, 1, 20, 40)[0];
      // From far too large to far too small: what lies beyond the largest number has its own term.
      const float scale = std::fabs(draw(words, 1, r.given == GivenRule::divide ? 14 : -8, 12)[0]);
      const double unit = code_unit(r, scale, 0, 0);
      const Expected q = element(r, {.factor = scale}, v);
      const double error = std::fabs(to_double(formats::e4m3, q.code) * unit - static_cast<double>(v));
      const double bound = round_trip_bound({&r, scale, unit}, v);
      EXPECT_LE(error, bound) << name << " " << v << " with " << scale;
      most = std::max(most, error / bound);
    }
    EXPECT_GT(most, 0.99) << name;
  }
}

TEST(RoundTrip, IsOpenWhereNothingIsPromised) {
  Recipe r = quantize_test::recipe("@te_delayed", formats::e4m3);
  const auto open = [&](float factor, double unit, float x) {
    return std::isinf(round_trip_bound({&r, factor, unit}, x));
  };
  EXPECT_TRUE(open(1, 1, INFINITY));
  EXPECT_TRUE(open(1, 1, NAN));
  EXPECT_TRUE(open(NAN, 1, 1));
  EXPECT_TRUE(open(0, INFINITY, 1));
  EXPECT_FALSE(open(1, 1, 1e30F));
  EXPECT_EQ(round_trip_bound({&r, 1, 1}, 0), 0);
  r.cast.overflow = Overflow::nan;
  EXPECT_TRUE(open(1, 1, 449));
  EXPECT_FALSE(open(1, 1, 440));
  // Flushed: all of a subnormal x is lost, or all of t.
  r.flush_to_zero = true;
  EXPECT_EQ(round_trip_bound({&r, 1, 1}, 0x1p-130F), 0x1p-130);
  EXPECT_EQ(round_trip_bound({&r, 0x1p-130F, 0x1p127}, 3), 3);
}

TEST(RoundTrip, RoundUpScalesNeverSaturateAFiniteBlock) {
  for (const Format* f : {&formats::e4m3, &formats::e5m2, &formats::e3m2, &formats::e2m3, &formats::e2m1}) {
    const Recipe r = quantize_test::recipe("@te_mx", *f);
    const std::uint32_t significand = code_of(largest_number(*f)) & 0x7FFFFF;
    for (std::uint32_t field = 1; field < 255; ++field) {
      for (int away = -2; away <= 2; ++away) {
        const float amax = number((field << 23 | significand) + static_cast<std::uint32_t>(away));
        if (!std::isfinite(amax)) continue;
        const BlockScale s = block_scale(r, amax, 0);
        // v = amax * RN(1 / max) may be rounded down by a relative 2^-23, and subnormal v by 2^-150: so far
        // may the largest element lie beyond the largest number, and rounds to it.
        const double t = static_cast<double>(amax) * static_cast<double>(s.factor);
        EXPECT_LE(t, static_cast<double>(largest_number(*f)) * (1 + 0x1p-22)) << f->name << " " << amax;
        EXPECT_NE(element(r, s, amax).outcome, Outcome::overflow) << f->name << " " << amax;
      }
    }
  }
}

TEST(RoundTrip, PowersOfTwoShiftScalesAlone) {
  Words words(6);
  for (const char* name : {"@te_mx", "@torchao_floor", "@torchao_rceil", "@torchao_ceil", "@torchao_even"}) {
    const Recipe r = quantize_test::recipe(name, formats::e4m3);
    for (int i = 0; i < 200; ++i) {
      std::vector<float> x = draw(words, 32, words.below(40) - 20, 12);
      const int k = words.below(41) - 20;
      const Quantized before = quantized(r, 1, 32, {.x = x});
      for (float& v : x) v = std::ldexp(v, k);
      const Quantized after = quantized(r, 1, 32, {.x = x});
      EXPECT_EQ(after.scales[0].stored, before.scales[0].stored + static_cast<std::uint64_t>(k)) << name;
      for (std::size_t e = 0; e < x.size(); ++e)
        EXPECT_EQ(after.elements[e].code, before.elements[e].code) << name;
    }
  }
}

}  // namespace
}  // namespace ulpgate
