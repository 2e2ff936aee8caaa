// Round trips keep the bound, and come near it; identities of recipes.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "reference/bounds/quantize.h"
#include "reference/formats/decode.h"
#include "reference/oracles/quantize.h"
#include "reference/oracles/quantize/dequantize.h"
#include "reference/oracles/quantize/hadamard.h"
#include "reference/oracles/quantize/scale_layout.h"
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
  int steps;
};

std::vector<Trip> trips() {
  std::vector<Trip> all;
  const auto add = [&](const char* name, const Format& element, DequantizeRule rule, int steps) {
    const Recipe r = quantize_test::recipe(name, element);
    all.push_back({r, {.rule = rule, .block = r.block, .element = &element}, steps});
  };
  for (const Format* f : {&formats::e4m3, &formats::e5m2}) {
    add("@te_current", *f, DequantizeRule::fp32, 1);
    add("@te_current_power", *f, DequantizeRule::fp32, 1);
  }
  for (const Format* f : {&formats::e4m3, &formats::e5m2, &formats::e3m2, &formats::e2m3, &formats::e2m1}) {
    for (const char* name : {"@te_mx", "@torchao_floor", "@torchao_ceil", "@torchao_even"})
      add(name, *f, DequantizeRule::e8m0, 1);
  }
  add("@te_nvfp4", formats::e2m1, DequantizeRule::nvfp4_reference, 2);
  add("@te_nvfp4_stochastic", formats::e2m1, DequantizeRule::nvfp4_reference, 2);
  return all;
}

double unit_of(const Trip& t, std::uint64_t stored, float global) {
  const double s = to_double(scale_format(t.back.rule), stored);
  if (t.recipe.scales != ScaleKind::nvfp4) return s;
  return s / static_cast<double>(nvfp4_encode_scale(t.recipe, global));
}

TEST(RoundTrip, StaysWithinItsBound) {
  Words words(5);
  for (const Trip& t : trips()) {
    double most = 0;
    for (int i = 0; i < 300; ++i) {
      const std::vector<float> x = draw(words, 32, words.below(200) - 100, 1 + words.below(20));
      const float amax = amax_of(x, AmaxNan::ignored);
      const float global = amax * static_cast<float>(1 << words.below(12));
      const BlockScale s = block_scale(t.recipe, amax, global);
      const RoundTrip trip{&t.recipe, s.factor, unit_of(t, s.stored, global), t.steps};
      // 1 / S is one rounding more than the unit says.
      const double slack = t.recipe.scales == ScaleKind::nvfp4 ? 0x1p-23 : 0;
      for (const float v : x) {
        const Expected q = element(t.recipe, s, v, words.next());
        const double y = static_cast<double>(dequantized(t.back, q.code, s.stored, global));
        const double error = std::fabs(y - static_cast<double>(v));
        const double bound = round_trip_bound(trip, v) + slack * std::fabs(y);
        ASSERT_LE(error, bound) << t.recipe.element->name << " " << v << " of " << amax;
        most = std::max(most, bound > 0 ? error / bound : 0);
      }
    }
    EXPECT_GT(most, 0.8) << t.recipe.element->name << ": the bound is loose";
  }
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

TEST(Blocks, LastOnesAreShort) {
  const Grid g = grid_of({16, 32}, 33, 70);
  EXPECT_EQ(g.scale_rows, 3);
  EXPECT_EQ(g.scale_columns, 3);
  EXPECT_EQ(g.block_of(32, 69), 8);
  EXPECT_EQ(g.block_of(15, 31), 0);
  EXPECT_EQ(g.block_of(16, 32), 4);
  const Grid whole = grid_of({}, 0, 5);
  EXPECT_EQ(whole.scales(), 1);
  EXPECT_EQ(grid_of({1, 0}, 7, 5).scales(), 7);
  EXPECT_EQ(grid_of({0, 1}, 7, 5).scales(), 5);
  const std::vector<float> x{1, -2, 3, 4, -5, 6};
  EXPECT_EQ(block_amaxes(grid_of({1, 2}, 2, 3), x, AmaxNan::ignored), (std::vector<float>{2, 3, 5, 6}));
  EXPECT_EQ(block_amaxes(grid_of({0, 1}, 2, 3), x, AmaxNan::ignored), (std::vector<float>{4, 5, 6}));
}

TEST(ScaleLayouts, SwizzlingIsOneToOne) {
  for (const auto& [rows, columns] :
       {std::pair(128, 4), std::pair(1, 1), std::pair(200, 9), std::pair(256, 12)}) {
    const std::int64_t all =
        padded_rows(ScaleLayout::swizzled, rows) * padded_columns(ScaleLayout::swizzled, columns);
    std::vector<bool> taken(static_cast<std::size_t>(all));
    for (std::int64_t r = 0; r < rows; ++r) {
      for (std::int64_t c = 0; c < columns; ++c) {
        const auto at = static_cast<std::size_t>(swizzled_place(columns, r, c));
        ASSERT_LT(at, taken.size());
        EXPECT_FALSE(taken[at]);
        taken[at] = true;
      }
    }
  }
  // One tile, by hand: rows 0, 32, 64 and 96 lie side by side, four columns each.
  EXPECT_EQ(swizzled_place(4, 0, 3), 3);
  EXPECT_EQ(swizzled_place(4, 32, 0), 4);
  EXPECT_EQ(swizzled_place(4, 96, 3), 15);
  EXPECT_EQ(swizzled_place(4, 1, 0), 16);
  EXPECT_EQ(swizzled_place(8, 0, 4), 512);
  EXPECT_EQ(swizzled_place(8, 128, 0), 1024);
}

TEST(Hadamard, IsOrthogonal) {
  for (int a = 0; a < hadamard_size; ++a) {
    for (int b = 0; b < hadamard_size; ++b) {
      int product = 0;
      for (int j = 0; j < hadamard_size; ++j)
        product += hadamard_sign(hadamard_signs, a, j) * hadamard_sign(hadamard_signs, b, j);
      EXPECT_EQ(product, a == b ? 16 : 0);
    }
  }
  // Sign by sign, as published.
  constexpr int signs[] = {1, 1, 1, -1, 1, -1, -1, -1, -1, -1, -1, 1, -1, 1, -1, -1};
  for (int i = 0; i < hadamard_size; ++i) EXPECT_EQ(hadamard_sign(hadamard_signs, i, 0), signs[i]);
}

TEST(Hadamard, KeepsTheSumOfProducts) {
  Words words(7);
  std::vector<Exact> a, b;
  Exact before, after;
  for (int i = 0; i < hadamard_size; ++i) {
    a.push_back(Exact::from_integer(words.below(2001) - 1000));
    b.push_back(Exact::from_integer(words.below(2001) - 1000));
    before += a.back() * b.back();
  }
  for (int j = 0; j < hadamard_size; ++j)
    after += hadamard(std::span<const Exact, 16>(a), hadamard_signs, j) *
             hadamard(std::span<const Exact, 16>(b), hadamard_signs, j);
  EXPECT_EQ(before, after);
}

}  // namespace
}  // namespace ulpgate
