// What the probe does with instructions that are not of the reference engine: offers, faults, reports.
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>

#include "reference/formats/decode.h"
#include "reference/tensor_core/mma.h"
#include "suites/probe/compare.h"
#include "suites/probe/draw.h"
#include "suites/probe/probe.h"
#include "suites/probe/report.h"

namespace ulpgate::probe {
namespace {

const ProfileEntry& entry(const char* architecture, const char* id) {
  return *find_profile(architecture)->find(id);
}

Instruction hopper() { return from_model(entry("sm_90", "mma.fp16.fp32"), formats::fp16, formats::fp16); }

/// The instruction, with something done to each of its results.
template <class Change>
Instruction changed(const Instruction& instruction, Change change) {
  Instruction other = instruction;
  other.evaluate = [instruction, change](std::span<const Dot> dots) {
    std::vector<std::uint64_t> out = instruction.evaluate(dots);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = change(dots[i], out[i]);
    return out;
  };
  return other;
}

void expect_no_model(const Instruction& instruction) {
  const Findings found = probe(instruction);
  EXPECT_FALSE(found.fits());
  EXPECT_TRUE(found.parameters.empty());
  EXPECT_TRUE(found.algorithms.empty());
  ASSERT_TRUE(found.contradiction.has_value());
  EXPECT_NE(found.contradiction->expected, found.contradiction->got);
  EXPECT_EQ(instruction.evaluate(std::span(&found.contradiction->dot, 1)).front(), found.contradiction->got);
  const std::string table = to_table(found, compare(found));
  EXPECT_NE(table.find("fits no model: "), std::string::npos) << table;
  EXPECT_NE(table.find("dots contradict the nearest one; "), std::string::npos) << table;
  EXPECT_EQ(table.find("is\n  sm_90/mma.fp16.fp32  equal"), std::string::npos) << table;
  EXPECT_NE(table.find("of the nearest model, which does not hold\n  algorithm "), std::string::npos)
      << table;
  for (const char* part :
       {"  the dot that contradicts\n  c = 0x", "\n  k 15: 0x", "\n  expected 0x", ", got 0x"})
    EXPECT_NE(table.find(part), std::string::npos) << table;
  const auto json = to_json(found, {});
  EXPECT_TRUE(json["parameters"].empty());
  EXPECT_TRUE(json["nearest"].contains("algorithm")) << json;
  EXPECT_EQ(json["contradicting_dot"]["a"].size(), 16U);
  EXPECT_NE(json["contradicting_dot"]["expected"], json["contradicting_dot"]["got"]);
}

TEST(Faults, NoiseFitsNoModel) {
  // A hash of the dot: the same dot gives the same result.
  expect_no_model(changed(hopper(), [](const Dot& d, std::uint64_t) {
    std::uint64_t hash = d.c + 1;
    for (std::size_t i = 0; i < d.a.size(); ++i) hash = (hash ^ d.a[i] ^ d.b[i] << 16) * 0x9E3779B97F4A7C15;
    return hash >> 32;
  }));
}

TEST(Faults, AConstantFitsNoModel) {
  for (const std::uint64_t code : {0x00000000U, 0x3F800000U, 0x7FFFFFFFU})
    expect_no_model(changed(hopper(), [code](const Dot&, std::uint64_t) { return std::uint64_t{code}; }));
}

TEST(Faults, ARareWrongResultFitsNoModel) {
  const Instruction rare = changed(hopper(), [](const Dot& d, std::uint64_t code) {
    return d.c % 8 == 3 && d.a[3] % 4 == 1 ? code ^ 1 : code;
  });
  const Findings found = probe(rare);
  EXPECT_FALSE(found.fits());
  EXPECT_GT(found.agreeing, found.dots * 95 / 100) << "the nearest model is near";
  EXPECT_EQ(found.entry.arithmetic.products, 16);
  EXPECT_EQ(found.entry.arithmetic.fraction_bits, 25);
}

TEST(Faults, WhatDoesNotRepeatIsSaid) {
  Instruction moody = hopper();
  moody.evaluate = [hardware = hopper(),
                    calls = std::make_shared<std::uint64_t>(0)](std::span<const Dot> dots) {
    std::vector<std::uint64_t> out = hardware.evaluate(dots);
    for (std::uint64_t& code : out) code ^= ++*calls % 17 == 0 ? 1 : 0;
    return out;
  };
  const Findings found = probe(moody);
  EXPECT_FALSE(found.fits());
  EXPECT_FALSE(found.repeatable);
  const std::string table = to_table(found, {});
  EXPECT_NE(table.find("does not repeat its results: "), std::string::npos) << table;
}

TEST(Faults, NansWithPayloadsAreOneFinding) {
  const Findings found = probe(changed(hopper(), [](const Dot& d, std::uint64_t code) {
    return is_nan(formats::fp32, code) && is_nan(formats::fp32, d.c) ? d.c | 0x00400000 : code;
  }));
  EXPECT_TRUE(found.fits());
  EXPECT_TRUE(found.several_nans);
  const Finding* nan = find(found, "nan_code");
  ASSERT_NE(nan, nullptr);
  EXPECT_EQ(nan->kind, Finding::Kind::alike);
  EXPECT_GT(nan->values.size(), 1U);
  EXPECT_EQ(find(found, "products")->text, "16");
}

TEST(Padding, TellsTruncatedFromRounded) {
  const Instruction hardware = from_model(entry("sm_90", "mma.tf32.fp32"), formats::tf32, formats::tf32);
  EXPECT_EQ(find(probe(hardware), "tf32_padding")->text, "truncated");
  for (const bool away : {false, true}) {
    Instruction rounding = hardware;
    rounding.evaluate = [hardware, away](std::span<const Dot> dots) {
      std::vector<Dot> rounded(dots.begin(), dots.end());
      for (Dot& d : rounded) {
        for (auto* codes : {&d.a, &d.b}) {
          for (std::uint64_t& code : *codes) {
            if (is_finite(formats::tf32, code)) code = code + (away ? 0x1000 : 0xFFF + (code >> 13 & 1));
          }
        }
      }
      return hardware.evaluate(rounded);
    };
    const Findings found = probe(rounding);
    EXPECT_TRUE(found.fits());
    EXPECT_EQ(find(found, "tf32_padding")->text, away ? "nearest_away" : "nearest_even");
  }
}

TEST(Steps, ShowOrderAndLength) {
  const auto steps = [](const char* architecture, const char* id, const Format& f) {
    return find(probe(from_model(entry(architecture, id), f, f)), "steps")->text;
  };
  EXPECT_EQ(steps("sm_80", "mma.fp16.fp32", formats::fp16), "k 0 to 7, then 8 to 15");
  EXPECT_EQ(steps("sm_90", "mma.fp8.fp32", formats::e5m2),
            "k 0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, then 2, 3, 6, 7, 10, 11, 14, 15, "
            "18, 19, 22, "
            "23, 26, 27, 30, 31");
  EXPECT_EQ(steps("sm_90", "wgmma.fp16.fp32", formats::fp16), "all k in one");
}

TEST(Compare, FindsTheProfilesOwnEntry) {
  const Findings found = probe(hopper());
  const std::vector<Comparison> all = compare(found);
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(all.front().equal());
  bool own = false;
  for (const Comparison& c : all) {
    if (c.profile == "sm_90" && c.entry == "mma.fp16.fp32") own = c.equal();
    if (c.profile != "sm_80") continue;
    EXPECT_EQ(c.entry, "mma.fp16.fp32");
    EXPECT_FALSE(c.equal());
    const std::string text = to_text(c);
    EXPECT_NE(text.find("differs in products (16, profile 8), fraction_bits (25, profile 24)"),
              std::string::npos)
        << text;
  }
  EXPECT_TRUE(own);
  const std::vector<Comparison> one = compare(found, find_profile("sm_90"));
  for (const Comparison& c : one) EXPECT_EQ(c.profile, "sm_90");
  const auto json = to_json(found, one);
  EXPECT_EQ(json["fits"], true);
  EXPECT_EQ(json["parameters"][1]["name"], "products");
  EXPECT_EQ(json["parameters"][1]["found"], "16");
  EXPECT_EQ(json["profiles"][0]["equal"], true);
}

/// An entry of a profile as an implementation that offers it.
class Modelled : public Implementation {
 public:
  Modelled(const ProfileEntry& entry, const Format& a, const Format& b, const MmaShape& shape)
      : mma_(entry, a, b), shape_(shape) {
    offer_ = {"mma",
              "modelled",
              {{"a", std::string(a.name)},
               {"b", std::string(b.name)},
               {"c", std::string(entry.accumulator->name)},
               {"d", std::string(entry.output->name)}},
              {{"shape", ulpgate::to_text(shape)}},
              {}};
    if (entry.arithmetic.scale_format == nullptr) return;
    for (const char* role : {"a_scale", "b_scale"})
      offer_.formats.emplace_back(role, std::string(entry.arithmetic.scale_format->name));
    offer_.claims["scale_block"] = std::to_string(entry.arithmetic.scale_block);
  }

  std::string name() const override { return "modelled"; }
  std::string version() const override { return "1"; }
  std::string description() const override { return "an entry of a profile"; }
  bool concurrent() const override { return false; }
  std::vector<Offer> offers() const override { return {offer_}; }
  Reply call(const Call& call) override {
    if (!serves(offer_, call)) return {Status::unsupported, "another offer"};
    std::vector<std::vector<std::uint64_t>> codes;
    for (const Tensor& t : call.tensors)
      codes.push_back(t.name == "d" ? std::vector<std::uint64_t>() : read(t));
    const bool scaled = codes.size() > 4;
    const auto d = mma_.run(
        {shape_, codes[0], codes[1], codes[2], scaled ? codes[4] : codes[3], scaled ? codes[5] : codes[3]});
    const Tensor& out = call.tensors[3];
    for (std::size_t i = 0; i < d.size(); ++i)
      std::memcpy(static_cast<char*>(out.data) + i * out.format->bytes(), &d[i], out.format->bytes());
    return {};
  }

 private:
  static std::vector<std::uint64_t> read(const Tensor& t) {
    std::vector<std::uint64_t> codes(static_cast<std::size_t>(t.shape[0] * t.shape[1]));
    for (std::size_t i = 0; i < codes.size(); ++i)
      std::memcpy(&codes[i], static_cast<const char*>(t.data) + i * t.format->bytes(), t.format->bytes());
    return codes;
  }

  Mma mma_;
  MmaShape shape_;
  Offer offer_;
};

TEST(Offers, GiveWhatTheModelGives) {
  struct Case {
    const char* architecture;
    const char* id;
  };
  for (const Case& c : {Case{"sm_80", "mma.tf32.fp32"}, Case{"sm_120", "mma.mxf4nvf4.ue4m3_16.fp32"},
                        Case{"sm_90", "mma.fp64.fp64"}, Case{"sm_80", "mma.int8.int32"}}) {
    const ProfileEntry& e = entry(c.architecture, c.id);
    const Format& f = *e.inputs.front();
    Modelled implementation(e, f, f, e.shapes.back());
    const Instruction offered = from_offer(implementation, implementation.offers().front());
    const Instruction model = from_model(e, f, f);
    EXPECT_EQ(to_text(static_cast<const Signature&>(offered)), to_text(static_cast<const Signature&>(model)));
    const Dots dots = random_dots(model, 500, 3);
    EXPECT_EQ(offered.evaluate(dots), model.evaluate(dots)) << c.id;
  }
}

TEST(Offers, WhatIsMissingIsNamed) {
  const ProfileEntry& e = entry("sm_120", "mma.mxf4.e8m0_32.fp32");
  Modelled implementation(e, formats::e2m1, formats::e2m1, e.shapes.back());
  const Offer right = implementation.offers().front();
  const auto message = [&](const Offer& offer) -> std::string {
    try {
      from_offer(implementation, offer);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message(right), "");
  Offer wrong = right;
  wrong.claims.erase("shape");
  EXPECT_EQ(message(wrong), "The offer modelled of mma does not claim its shape.");
  for (const char* shape : {"m16n8", "m16n8k0", "m16n8k64x", "16n8k64", "m16n8k99999"}) {
    wrong.claims["shape"] = shape;
    EXPECT_NE(message(wrong).find(std::string("claims the shape '") + shape + "'"), std::string::npos)
        << shape;
  }
  wrong = right;
  wrong.claims["scale_block"] = "24";
  EXPECT_EQ(message(wrong), "The offer modelled of mma must claim a scale_block that divides its k.");
  wrong = right;
  wrong.formats.pop_back();
  EXPECT_EQ(message(wrong), "The offer modelled of mma has different formats for its two scales.");
  wrong = right;
  wrong.formats[2].second = "bf16";
  EXPECT_NE(message(wrong).find("has formats that no modelled instruction has"), std::string::npos)
      << message(wrong);
  wrong = right;
  wrong.operation = "gemm";
  EXPECT_EQ(message(wrong), "The offer is of gemm, not of mma.");
}

TEST(Offers, AFailingCallIsSaid) {
  const ProfileEntry& e = entry("sm_90", "mma.fp16.fp32");
  Modelled implementation(e, formats::fp16, formats::fp16, e.shapes.back());
  Offer other = implementation.offers().front();
  other.variant = "other";
  try {
    probe(from_offer(implementation, other));
    FAIL() << "it must throw";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "The call of other was answered with unsupported: another offer.");
  }
}

}  // namespace
}  // namespace ulpgate::probe
