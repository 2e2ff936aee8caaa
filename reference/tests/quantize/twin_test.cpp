// Both readings of the recipes agree: on scales from every exponent and both sides of every threshold, on
// elements of every class, on histories.
#include <bit>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "reference/oracles/quantize.h"
#include "reference/oracles/quantize/delayed_scale.h"
#include "reference/oracles/quantize/dequantize.h"
#include "reference/oracles/quantize/steps.h"
#include "reference/tests/print.h"
#include "reference/tests/quantize/vector_line.h"
#include "reference/tests/words.h"
#include "reference/twins/quantize.h"

namespace ulpgate {
namespace {

using namespace quantize_test;
using quantize::code_of;
using quantize::Recipe;
using quantize::ScaleKind;

float value(std::uint32_t code) { return std::bit_cast<float>(code); }
std::uint32_t canonical(std::uint32_t code) { return (code & 0x7FFFFFFF) > 0x7F800000 ? 0x7FC00000 : code; }
std::uint32_t canonical(float x) { return canonical(code_of(x)); }

struct Named {
  std::string name;
  Recipe recipe;
};

std::vector<Named> all_recipes() {
  std::vector<Named> all;
  for (const Line& line : lines("recipes.txt", "recipe")) {
    all.push_back({line.words.at(1) + "." + line.words.at(2),
                   recipe("@" + line.words.at(1), format(line.words.at(2)))});
    Named flushed = all.back();
    flushed.name += ".flushed";
    flushed.recipe.flush_to_zero = true;
    all.push_back(flushed);
  }
  return all;
}

/// Amaxes worth trying: the element format's largest number and 1 in every binade, and their neighbours.
std::vector<std::uint32_t> amaxes(const Format& element, int step) {
  std::vector<std::uint32_t> all{0,          1,          2,          0x00400000, 0x00400001,
                                 0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000};
  const std::uint32_t significand = code_of(quantize::largest_number(element)) & 0x7FFFFF;
  for (std::uint32_t field = 1; field < 255; field += static_cast<std::uint32_t>(step)) {
    for (const std::uint32_t around : {field << 23, field << 23 | significand, field << 23 | 0x7FFFFF}) {
      for (const std::uint32_t code : {around - 1, around, around + 1}) all.push_back(code);
    }
  }
  return all;
}

TEST(QuantizeTwin, ScalesFromEveryExponent) {
  Words words(1);
  for (const Named& n : all_recipes()) {
    if (n.recipe.scales == ScaleKind::given) continue;
    std::vector<std::uint32_t> tried = amaxes(*n.recipe.element, n.recipe.flush_to_zero ? 17 : 3);
    for (int i = 0; i < 100; ++i) tried.push_back(static_cast<std::uint32_t>(words.next()) & 0x7FFFFFFF);
    for (const std::uint32_t amax : tried) {
      // The tensor's amax is at least the block's, mostly.
      std::uint32_t global = amax;
      if (words.below(2) == 0) global += static_cast<std::uint32_t>(words.below(20)) << 22;
      if (words.below(16) == 0) global = static_cast<std::uint32_t>(words.next()) & 0x7FFFFFFF;
      if (global > 0x7FC00000) global = 0x7F800000;
      const quantize::BlockScale fast = quantize::block_scale(n.recipe, value(amax), value(global));
      const TwinBlockScale slow = twin_block_scale(n.recipe, canonical(amax), canonical(global));
      const std::uint64_t stored = n.recipe.scales == ScaleKind::current
                                       ? canonical(static_cast<std::uint32_t>(fast.stored))
                                       : fast.stored;
      ASSERT_EQ(stored, slow.stored) << n.name << std::hex << " amax 0x" << amax << ", global 0x" << global;
      ASSERT_EQ(canonical(fast.factor), slow.factor)
          << n.name << std::hex << " amax 0x" << amax << ", global 0x" << global;
      ASSERT_EQ(fast.any_stored, slow.any_stored) << n.name;
    }
  }
}

TEST(QuantizeTwin, ElementsOfEveryClass) {
  Words words(2);
  const std::uint32_t specials[] = {0,          0x80000000, 1,          0x80000001, 0x00400000, 0x007FFFFF,
                                    0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000};
  for (const Named& n : all_recipes()) {
    for (int i = 0; i < 120; ++i) {
      quantize::BlockScale scale;
      const int kind = words.below(8);
      std::uint32_t amax = kind == 0 ? specials[words.below(11)] & 0x7FFFFFFF
                                     : static_cast<std::uint32_t>(words.next()) & 0x7FFFFFFF;
      if (amax > 0x7F800000) amax -= 0x10000000;
      if (n.recipe.scales == ScaleKind::given) {
        scale.factor = value(amax);
      } else {
        scale = quantize::block_scale(n.recipe, value(amax), value(amax));
      }
      // Near the block's amax, far below it, or anything.
      std::uint32_t x = static_cast<std::uint32_t>(words.next());
      if (words.below(3) != 0)
        x = (amax - static_cast<std::uint32_t>(words.below(1 << 27))) ^ (x & 0x80000000);
      if (words.below(10) == 0) x = specials[words.below(11)];
      const std::uint64_t random = words.next() & 0xFFFFFFFF;
      const Expected fast = quantize::element(n.recipe, scale, value(x), random);
      const Expected slow = twin_element(n.recipe, canonical(scale.factor), x, random);
      ASSERT_EQ(fast, slow) << n.name << std::hex << " x 0x" << x << ", factor 0x" << code_of(scale.factor)
                            << ": 0x" << fast.code << " and 0x" << slow.code;
    }
  }
}

TEST(QuantizeTwin, Dequantization) {
  using quantize::Dequantize;
  using quantize::DequantizeRule;
  Words words(3);
  for (const DequantizeRule rule :
       {DequantizeRule::fp32, DequantizeRule::e8m0, DequantizeRule::nvfp4_reference,
        DequantizeRule::nvfp4_kernel, DequantizeRule::nvfp4_torchao}) {
    for (const Format* element :
         {&formats::e4m3, &formats::e5m2, &formats::e3m2, &formats::e2m3, &formats::e2m1}) {
      for (int i = 0; i < 300; ++i) {
        const Dequantize d{.rule = rule, .element = element, .flush_to_zero = words.below(4) == 0};
        const std::uint64_t code = words.next() & element->code_mask();
        const std::uint64_t scale = words.next() & quantize::scale_format(rule).magnitude_mask();
        std::uint32_t global = static_cast<std::uint32_t>(words.next()) & 0x7FFFFFFF;
        if (words.below(10) == 0) global = words.below(2) == 0 ? 0 : 0x7F800000;
        const float y = quantize::dequantized(d, code, scale, value(global));
        ASSERT_EQ(canonical(y), twin_dequantized(d, code, scale, global))
            << element->name << std::hex << " code 0x" << code << ", scale 0x" << scale << ", global 0x"
            << global;
      }
    }
  }
}

TEST(QuantizeTwin, Histories) {
  using namespace quantize;
  Words words(4);
  const std::uint32_t amaxes[] = {0,          0,          1,          0x00800000, 0x3F800000,
                                  0x40E00000, 0x43E00000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000};
  for (int i = 0; i < 4000; ++i) {
    const DelayedRecipe r{.path = static_cast<UpdatePath>(words.below(3)),
                          .algorithm = static_cast<HistoryAlgorithm>(words.below(2)),
                          .element = words.below(2) == 0 ? &formats::e4m3 : &formats::e5m2,
                          .flush_to_zero = words.below(4) == 0};
    TwinDelayedState slow;
    DelayedState fast;
    const int length = 1 + words.below(5);
    for (int slot = 0; slot < length; ++slot) {
      const std::uint32_t a = words.below(3) == 0 ? static_cast<std::uint32_t>(words.next()) & 0x7F7FFFFF
                                                  : amaxes[words.below(10)];
      slow.history.push_back(a);
      fast.history.push_back(value(a));
    }
    slow.scale = static_cast<std::uint32_t>(words.next()) & 0x7F7FFFFF;
    fast.scale = value(slow.scale);
    const int margin = words.below(3) == 0 ? words.below(9) - 4 : 0;
    const std::uint32_t reduced = amaxes[words.below(10)];
    slow = twin_updated(r, slow, margin, reduced);
    fast = updated(r, fast, static_cast<float>(margin), value(reduced));
    ASSERT_EQ(code_of(fast.scale), slow.scale) << i;
    ASSERT_EQ(code_of(fast.scale_inverse), slow.scale_inverse) << i;
    for (std::size_t slot = 0; slot < fast.history.size(); ++slot)
      ASSERT_EQ(canonical(fast.history[slot]), slow.history[slot]) << i << ", slot " << slot;
  }
}

}  // namespace
}  // namespace ulpgate
