// The profiles that ulpgate carries, and what a malformed one is told.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>

#include "reference/tensor_core/parameter.h"
#include "reference/tensor_core/profile_file.h"

namespace ulpgate {
namespace {

/// A profile that is right; the tests below break one thing each.
const std::string good = R"({
  "architecture": "sm_1", "name": "One", "vendor": "Someone",
  "sources": {"probe": "a probe"},
  "common": {
    "alignment": {"value": "toward_zero", "evidence": "V", "source": "probe"},
    "products_normalised": {"value": false, "evidence": "V", "source": "probe"},
    "overflow": {"value": "infinity", "evidence": "V", "source": "probe"},
    "negative_underflow": {"value": "negative_zero", "evidence": "U", "source": "probe"},
    "input_subnormals": {"value": "unnormalised", "evidence": "M", "source": "probe"},
    "accumulator_subnormals": {"value": "unnormalised", "evidence": "M", "source": "probe"},
    "accumulator_use": {"value": "fused", "evidence": "V", "source": "probe"},
    "k_order": {"value": "ascending", "evidence": "V", "source": "probe"}
  },
  "entries": [{
    "id": "mma", "family": "mma", "inputs": ["fp16"], "accumulator": "fp32", "output": "fp32",
    "shapes": ["m16n8k8", "m16n8k16"], "algorithm": "fused_sum",
    "parameters": {
      "products": {"value": 8, "evidence": "V", "source": "probe"},
      "fraction_bits": {"value": 24, "evidence": "V", "source": "probe"},
      "exponent_floor": {"value": -132, "evidence": "K", "source": "probe"},
      "output_rounding": {"value": "toward_zero", "evidence": "V", "source": "probe"},
      "output_fraction_bits": {"value": 23, "evidence": "V", "source": "probe"},
      "nan_code": {"value": "0x7FFFFFFF", "evidence": "M", "source": "probe"}
    }
  }]
})";

/// `good` with one piece of text replaced.
std::string broken(const std::string& from, const std::string& to) {
  std::string text = good;
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return "the test is wrong: " + from;
  return text.replace(at, from.size(), to);
}

std::string message_of(const std::string& text) {
  try {
    read_profile(text, "sm_1.json");
  } catch (const ProfileError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Profiles, AreReadWithTheirEvidence) {
  const Profile p = read_profile(good, "sm_1.json");
  ASSERT_EQ(p.entries.size(), 1U);
  const ProfileEntry& e = p.entries[0];
  EXPECT_EQ(e.arithmetic.products, 8);
  EXPECT_EQ(e.arithmetic.exponent_floor, -132);
  EXPECT_EQ(e.evidence.at("exponent_floor").kind, EvidenceKind::matlab);
  EXPECT_EQ(letter(e.evidence.at("negative_underflow").kind), 'U');
  EXPECT_EQ(e.evidence.at("k_order").source, "a probe");
  EXPECT_EQ(p.find("mma", formats::fp16, formats::fp16, formats::fp32, formats::fp32, 16), &e);
  EXPECT_EQ(p.find("mma", formats::fp16, formats::fp16, formats::fp32, formats::fp32, 32), nullptr);
  EXPECT_EQ(p.find("mma", formats::fp16, formats::bf16, formats::fp32, formats::fp32, 16), nullptr);
}

TEST(Profiles, MalformedOnesAreNamed) {
  const struct {
    std::string text;
    std::string message;
  } rows[] = {
      {broken("\"name\": \"One\",", ""), "the file has no 'name'."},
      {broken("\"name\"", "\"nom\""), "the file has the unknown key 'nom'."},
      {broken("\"One\"", "1"), "name must be a text, and is 1."},
      {broken("\"name\": \"One\"", "\"vendor\": \"One\""),
       "the file has the key 'vendor' twice in one object."},
      {broken("{\"probe\": \"a probe\"}", "{}"), "sources must be an object that is not empty, and is {}."},
      {broken("\"k_order\": {", "\"order\": {"), "common has the unknown key 'order'."},
      {broken("\"value\": \"fused\", \"evidence\": \"V\", ", "\"value\": \"fused\", "),
       "common.accumulator_use has no 'evidence'."},
      {broken("\"evidence\": \"U\"", "\"evidence\": \"X\""),
       "common.negative_underflow.evidence must be one of V, M, K, D, I, U, and is \"X\"."},
      {broken("\"toward_zero\", \"evidence\": \"V\", \"source\": \"probe\"",
              "\"toward_zero\", \"evidence\": \"V\", \"source\": \"book\""),
       "common.alignment.source must be a key of sources, and is \"book\"."},
      {broken("\"value\": \"toward_zero\"", "\"value\": \"away\""),
       "common.alignment.value must be one of toward_zero, down, nearest_even, and is \"away\"."},
      {broken("\"value\": false", "\"value\": 0"),
       "common.products_normalised.value must be true or false, and is 0."},
      {broken("[\"fp16\"]", "[\"fp17\"]"),
       "entries[0].inputs[0] must be the name of a format, and is \"fp17\"."},
      {broken("[\"fp16\"]", "[]"), "entries[0].inputs must be a list that is not empty, and is []."},
      {broken("\"m16n8k8\"", "\"16x8x8\""),
       "entries[0].shapes[0] must be a shape like \"m16n8k16\", and is \"16x8x8\"."},
      {broken("\"m16n8k8\", \"m16n8k16\"", "\"m16n8k16\", \"m16n8k8\""),
       "entries[0].shapes must be in ascending order of k."},
      {broken("\"fused_sum\"", "\"sum\""),
       "entries[0].algorithm must be the name of an algorithm, and is \"sum\"."},
      {broken("\"value\": 8", "\"value\": \"x\""),
       "entries[0].parameters.products.value must be a whole number from 1 to 64, and is \"x\"."},
      {broken("\"value\": 8", "\"value\": 65"),
       "entries[0].parameters.products.value must be a whole number from 1 to 64, and is 65."},
      {broken("\"value\": 24", "\"value\": 24.5"),
       "entries[0].parameters.fraction_bits.value must be a whole number from 1 to 40, and is 24.5."},
      {broken("\"value\": 24", "\"value\": 99999999999999999999"),
       "entries[0].parameters.fraction_bits.value must be a whole number from 1 to 40, and is 1e+20."},
      {broken("\"0x7FFFFFFF\"", "\"0x7F800000\""),
       "entries[0] (mma) cannot be computed: nan_code is no NaN of fp32."},
      {broken("\"0x7FFFFFFF\"", "\"7FFFFFFF\""),
       "entries[0].parameters.nan_code.value must be a code like \"0x7FFFFFFF\", and is \"7FFFFFFF\"."},
      {broken("\"products\": {", "\"group\": {"),
       "entries[0].parameters has 'group', which its algorithm does not use."},
      {broken("\"products\": {", "\"L\": {"), "entries[0].parameters has the unknown key 'L'."},
      {broken("\"output\": \"fp32\"", "\"output\": \"bf16\""),
       "entries[0] (mma) cannot be computed: outputs of sums are fp32 or fp16."},
      {broken(
           "\"nan_code\": {\"value\": \"0x7FFFFFFF\", \"evidence\": \"M\", \"source\": \"probe\"}",
           "\"nan_code\": {\"value\": \"0x7FFFFFFF\", \"evidence\": \"M\", \"source\": \"probe\", \"x\": 1}"),
       "entries[0].parameters.nan_code has the unknown key 'x'."},
      {broken("\"family\": \"mma\",", ""), "entries[0] has no 'family'."},
      {broken("\"entries\": [{", "\"entries\": [5, {"), "entries[0] must be an object, and is 5."},
      {broken("\"id\": \"mma\"", "\"id\": \"mma\", \"mixing\": \"some\""),
       "entries[0].mixing must be one of same, different, any, and is \"some\"."},
      {broken("\"id\": \"mma\"", "\"id\": \"mma\", \"mixing\": \"different\""),
       "entries[0] (mma) cannot be computed: no pair of its inputs is allowed."},
      {"[]", "the file must be an object, and is []."},
      {"[[[[[[[[[[[]]]]]]]]]]]", "the file is nested too deeply for a profile."},
  };
  for (const auto& [text, message] : rows) EXPECT_EQ(message_of(text), "sm_1.json: " + message);
  EXPECT_EQ(message_of(good), "accepted");
}

TEST(Profiles, MissingParametersAreNamed) {
  EXPECT_EQ(message_of(broken(R"("products": {"value": 8, "evidence": "V", "source": "probe"},)", "")),
            "sm_1.json: entries[0].parameters has no 'products', and 'common' has none.");
}

TEST(Profiles, WhatIsNoJsonIsNamedWithItsLine) {
  const std::string message = message_of("{\n  \"architecture\": sm_1\n}");
  EXPECT_EQ(message.rfind("sm_1.json: the file is no JSON: parse error at line 2", 0), 0U) << message;
  EXPECT_NE(message_of(""), "accepted");
}

TEST(Profiles, EveryParameterHasEvidenceAndEveryEntryAKeyOfItsOwn) {
  for (const Profile& profile : built_in_profiles()) {
    std::set<std::string> keys;
    for (const ProfileEntry& e : profile.entries) {
      EXPECT_FALSE(e.evidence.empty()) << profile.architecture << "/" << e.id;
      for (const auto& [a, b] : e.input_pairs()) {
        for (const MmaShape& s : e.shapes) {
          std::string key = e.family + std::string(a->name) + std::string(b->name) +
                            std::string(e.accumulator->name) + std::string(e.output->name) +
                            std::to_string(s.k);
          if (const Format* scale = e.arithmetic.scale_format)
            key += std::string(scale->name) + std::to_string(e.arithmetic.scale_block);
          if (e.arithmetic.overflow == OverflowRule::saturate) key += "saturate";
          const bool n_differs = e.arithmetic.algorithm == Algorithm::fma_chain ||
                                 e.arithmetic.algorithm == Algorithm::integer_sum || profile.vendor == "AMD";
          if (n_differs) key += to_text(s);
          EXPECT_TRUE(keys.insert(key).second) << profile.architecture << "/" << e.id << ": " << key;
        }
      }
    }
  }
}

}  // namespace
}  // namespace ulpgate
