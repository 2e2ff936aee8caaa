// Every line of fixtures/vectors/quantize, on both oracles.
#include <bit>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "reference/oracles/quantize.h"
#include "reference/oracles/quantize/delayed_scale.h"
#include "reference/oracles/quantize/dequantize.h"
#include "reference/oracles/quantize/steps.h"
#include "reference/tests/print.h"
#include "reference/tests/quantize/vector_line.h"
#include "reference/twins/quantize.h"

namespace ulpgate {
namespace {

using namespace quantize_test;
using quantize::code_of;
using quantize::DelayedRecipe;
using quantize::DelayedState;
using quantize::Recipe;
using quantize::ScaleKind;

float value(std::uint32_t code) { return std::bit_cast<float>(code); }

/// Bits, but for NaN: which one is not said.
std::uint32_t canonical(std::uint32_t code) { return (code & 0x7FFFFFFF) > 0x7F800000 ? 0x7FC00000 : code; }
std::uint32_t canonical(float x) { return canonical(code_of(x)); }

TEST(QuantizeVectors, CurrentScales) {
  for (const Line& line : lines("current.txt", "current")) {
    const Recipe r = recipe(line.words.at(1), format(line.words.at(2)));
    const std::uint32_t amax = number(line.words.at(3));
    const float scale = quantize::current_scale(r, value(amax));
    const auto stored = static_cast<std::uint32_t>(quantize::block_scale(r, value(amax), 0).stored);
    EXPECT_TRUE(agrees(line.expected.at(0), code_of(scale))) << line.place << ": " << scale;
    EXPECT_TRUE(agrees(line.expected.at(1), stored)) << line.place << ": " << value(stored);
    EXPECT_EQ(twin_current_scale(r, amax), canonical(scale)) << line.place;
    EXPECT_EQ(twin_block_scale(r, amax, 0).stored, canonical(stored)) << line.place;
  }
}

TEST(QuantizeVectors, ScaleBytes) {
  for (const Line& line : lines("mx.txt", "mx")) {
    const Recipe r = recipe(line.words.at(1), format(line.words.at(2)));
    const std::uint32_t amax = number(line.words.at(3));
    EXPECT_EQ(quantize::mx_byte(r, value(amax)), std::stoi(line.expected.at(0))) << line.place;
    EXPECT_EQ(twin_block_scale(r, amax, 0).stored, static_cast<std::uint64_t>(std::stoi(line.expected.at(0))))
        << line.place;
  }
}

TEST(QuantizeVectors, StepsOfNvfp4) {
  for (const Line& line : lines("nvfp4.txt", "nvfp4")) {
    const Recipe r = recipe(line.words.at(1), formats::e2m1);
    const std::uint32_t global = number(line.words.at(2)), amax = number(line.words.at(3)),
                        x = number(line.words.at(4));
    const float encode_scale = quantize::nvfp4_encode_scale(r, value(global));
    const float before = quantize::nvfp4_before_rounding(r, value(amax), value(global));
    const quantize::BlockScale scale = quantize::block_scale(r, value(amax), value(global));
    const Expected q = quantize::element(r, scale, value(x));
    EXPECT_TRUE(agrees(line.expected.at(0), code_of(encode_scale))) << line.place << ": " << encode_scale;
    EXPECT_TRUE(agrees(line.expected.at(1), code_of(before))) << line.place << ": " << before;
    EXPECT_EQ(scale.stored, codes(line.expected.at(2)).at(0)) << line.place;
    EXPECT_TRUE(agrees(line.expected.at(3), code_of(scale.factor))) << line.place << ": " << scale.factor;
    EXPECT_EQ(q.code, codes(line.expected.at(4)).at(0)) << line.place;
    const TwinBlockScale twin = twin_block_scale(r, amax, global);
    EXPECT_EQ(twin.stored, scale.stored) << line.place;
    EXPECT_EQ(twin.factor, canonical(scale.factor)) << line.place;
    EXPECT_EQ(twin_element(r, twin.factor, x), q) << line.place;
    for (const auto& [rule, at] : {std::pair(quantize::DequantizeRule::nvfp4_reference, 5U),
                                   std::pair(quantize::DequantizeRule::nvfp4_kernel, 6U)}) {
      const quantize::Dequantize d{.rule = rule, .element = &formats::e2m1};
      const float y = quantize::dequantized(d, q.code, scale.stored, value(global));
      EXPECT_TRUE(agrees(line.expected.at(at), code_of(y))) << line.place << ": " << y;
      EXPECT_EQ(twin_dequantized(d, q.code, scale.stored, global), canonical(y)) << line.place;
    }
  }
}

DelayedRecipe delayed_recipe(const std::string& claims, const Format& element) {
  DelayedRecipe r{.element = &element};
  for (const std::string& claim : split(claims, ',')) {
    const auto equals = claim.find('=');
    EXPECT_EQ(quantize::set_claim(r, claim.substr(0, equals), claim.substr(equals + 1)), "");
  }
  return r;
}

TEST(QuantizeVectors, DelayedScales) {
  for (const Line& line : lines("delayed.txt", "delayed")) {
    const DelayedRecipe r = delayed_recipe(line.words.at(1), format(line.words.at(2)));
    const int margin = std::stoi(split(line.words.at(3), '=').at(1));
    TwinDelayedState twin{.history = numbers(line.words.at(4)), .scale = number(line.words.at(5))};
    DelayedState state{.history = {}, .scale = value(twin.scale)};
    for (const std::uint32_t a : twin.history) state.history.push_back(value(a));
    const float amax = quantize::history_amax(r, state.history);
    state = quantize::updated(r, state, static_cast<float>(margin));
    twin = twin_updated(r, twin, margin);
    const std::vector<std::uint32_t> history = numbers(line.expected.at(0));
    ASSERT_EQ(history.size(), state.history.size()) << line.place;
    for (std::size_t i = 0; i < history.size(); ++i) {
      EXPECT_EQ(canonical(state.history[i]), history[i]) << line.place << ", slot " << i;
      EXPECT_EQ(twin.history[i], history[i]) << line.place << ", slot " << i;
    }
    EXPECT_TRUE(agrees(line.expected.at(1), code_of(amax))) << line.place << ": " << amax;
    EXPECT_TRUE(agrees(line.expected.at(2), code_of(state.scale))) << line.place << ": " << state.scale;
    EXPECT_TRUE(agrees(line.expected.at(3), code_of(state.scale_inverse)))
        << line.place << ": " << state.scale_inverse;
    EXPECT_EQ(twin.scale, code_of(state.scale)) << line.place;
    EXPECT_EQ(twin.scale_inverse, code_of(state.scale_inverse)) << line.place;
  }
}

struct BlockResult {
  quantize::BlockScale scale;
  std::vector<Expected> elements;
};

BlockResult block_of(const Recipe& r, const std::vector<std::uint32_t>& x, std::uint32_t given,
                     std::uint32_t global) {
  std::vector<float> numbers;
  for (const std::uint32_t code : x) numbers.push_back(value(code));
  BlockResult result;
  TwinBlockScale twin{.factor = given};
  if (r.scales == ScaleKind::given) {
    result.scale.factor = value(given);
  } else {
    result.scale = quantize::block_scale(r, quantize::amax_of(numbers, r.amax_nan), value(global));
    twin = twin_block_scale(r, twin_amax(x, r.amax_nan), global);
  }
  EXPECT_EQ(twin.stored, r.scales == ScaleKind::current
                             ? canonical(static_cast<std::uint32_t>(result.scale.stored))
                             : result.scale.stored);
  for (std::size_t i = 0; i < x.size(); ++i) {
    result.elements.push_back(quantize::element(r, result.scale, numbers[i]));
    EXPECT_EQ(twin_element(r, twin.factor, x[i]), result.elements.back());
  }
  return result;
}

/// Whether a recipe's result accepts what is written.
bool accepts(const Recipe& r, const BlockResult& result, const std::string& scale,
             const std::vector<std::uint64_t>& elements) {
  if (scale != "-") {
    const std::uint32_t code = static_cast<std::uint32_t>(std::stoul(scale, nullptr, 16));
    const auto stored = static_cast<std::uint32_t>(result.scale.stored);
    if ((r.scales == ScaleKind::current ? canonical(stored) : stored) != code) return false;
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!meets(*r.element, elements[i], result.elements.at(i))) return false;
  }
  return true;
}

std::string shown(const BlockResult& result) {
  std::string text = std::to_string(result.scale.stored) + ":";
  for (const Expected& e : result.elements) text += " " + std::to_string(e.code);
  return text;
}

TEST(QuantizeVectors, SystemsDisagree) {
  for (const Line& line : lines("disagreements.txt", "differ")) {
    SCOPED_TRACE(line.place);
    const Format& element = format(line.words.at(3));
    std::vector<std::uint32_t> x;
    std::uint32_t given = 0, global = 0;
    for (std::size_t i = 4; i < line.words.size(); ++i) {
      const std::string& word = line.words[i];
      const std::string text = word.substr(word.find('=') + 1);
      if (word.starts_with("x=")) x = numbers(text);
      if (word.starts_with("scale=")) given = number(text);
      if (word.starts_with("global=")) global = number(text);
    }
    const Recipe both[] = {recipe(line.words.at(1), element), recipe(line.words.at(2), element)};
    for (std::size_t i = 0; i < 2; ++i) {
      const BlockResult result = block_of(both[i], x, given, global);
      const auto own = split(line.expected.at(i), ':'), others = split(line.expected.at(1 - i), ':');
      EXPECT_TRUE(accepts(both[i], result, own.at(0), codes(own.at(1))))
          << line.words[i + 1] << " gives " << shown(result);
      EXPECT_FALSE(accepts(both[i], result, others.at(0), codes(others.at(1))))
          << line.words[i + 1] << " agrees with the other";
    }
  }
}

}  // namespace
}  // namespace ulpgate
