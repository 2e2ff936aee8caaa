// Everything planted in a GEMM is found, and what its formats hide is said to be hidden.
#include "suites/probe/gemm_probe.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

#include "suites/framework/random.h"
#include "suites/self/gemm_model.h"

namespace ulpgate {
namespace {

using probe::GemmFacts;
using Order = GemmModel::Order;
/// Values of facts; empty: not observed.
using Expected = std::map<std::string, std::string>;

probe::GemmProbeOptions narrow() {
  return {.size = 8, .data_k = 256, .batches = {1, 2, 7, 16}, .repeats = 4};
}

void expect_facts(const GemmModel& model, const Expected& expected,
                  const probe::GemmProbeOptions& options = narrow()) {
  const GemmFacts facts = probe_gemm(box_of(model), options);
  for (const auto& [name, value] : expected) {
    EXPECT_NE(facts.find(name), nullptr) << model.text() << ": " << name;
    EXPECT_EQ(facts.value(name), value) << model.text() << ": " << name;
  }
  if (::testing::Test::HasFailure()) GTEST_FAIL() << model.text() << "\n" << facts_table(facts);
}

GemmModel scalar(Order order, const Format& accumulator) {
  GemmModel m;
  m.order = order;
  m.accumulator = &accumulator;
  return m;
}

GemmModel instruction(const char* entry, int k, const Format& in, const Format& d) {
  GemmModel m;
  m.order = Order::instruction;
  m.instruction = entry;
  m.instruction_k = k;
  m.a = m.b = &in;
  m.d = &d;
  return m;
}

TEST(GemmProbe, PlainSums) {
  expect_facts(scalar(Order::ascending, formats::fp32), {{"repeats", "same"},
                                                         {"elements", "alike"},
                                                         {"accumulator", "fp32"},
                                                         {"accumulator_rounding", "nearest_even"},
                                                         {"products", "exact"},
                                                         {"a_input", "exact"},
                                                         {"b_input", "exact"},
                                                         {"a_rounding", ""},
                                                         {"a_subnormals", "kept"},
                                                         {"b_subnormals", "kept"},
                                                         {"d_subnormals", "kept"},
                                                         {"d_rounding", ""},
                                                         {"order", "sequential ascending"},
                                                         {"tree", "0:63"},
                                                         {"block", "1"},
                                                         {"block_bits", ""},
                                                         {"promotion", "none"},
                                                         {"split_k@8192", "1"},
                                                         {"batch_rows", "invariant"},
                                                         {"batch_columns", "invariant"},
                                                         {"leading_dimensions", "equal"}});
  GemmModel rounded = scalar(Order::descending, formats::fp32);
  rounded.rounds_products = true;
  expect_facts(rounded, {{"order", "sequential descending"}, {"tree", "63:0"}, {"products", "rounded"}});
  expect_facts(scalar(Order::pairwise, formats::fp32),
               {{"order", "pairwise"}, {"split_k@1024", ""}, {"promotion", ""}});
  expect_facts(scalar(Order::lanes, formats::fp32),
               {{"order", "4 strided lanes [sequential ascending], joined pairwise"},
                {"tree", "((0:60:4) + (1:61:4)) + ((2:62:4) + (3:63:4))"},
                {"products", "exact"},
                {"split_k@1000", "1"},
                {"promotion", "none"}});
  GemmModel rounded_lanes = scalar(Order::lanes, formats::fp32);
  rounded_lanes.rounds_products = true;
  expect_facts(rounded_lanes, {{"products", "rounded"}});
  expect_facts(
      scalar(Order::ascending, formats::fp64),
      {{"accumulator", "fp64"}, {"accumulator_rounding", "nearest_even"}, {"d_rounding", "nearest_even"}});
  GemmModel down = scalar(Order::ascending, formats::fp32);
  for (const auto& [rounding, name] : {std::pair{Rounding::toward_zero, "toward_zero"},
                                       {Rounding::nearest_away, "nearest_away"},
                                       {Rounding::up, "up"},
                                       {Rounding::down, "down"}}) {
    down.rounding = rounding;
    expect_facts(down, {{"accumulator", "fp32"}, {"accumulator_rounding", name}});
  }
}

TEST(GemmProbe, NarrowAccumulators) {
  GemmModel m = scalar(Order::ascending, formats::fp16);
  m.a = m.b = &formats::fp16;
  for (const Format* d : {&formats::fp16, &formats::fp32, &formats::bf16}) {
    m.d = d;
    expect_facts(m, {{"accumulator", "fp16"}, {"accumulator_rounding", "nearest_even"}, {"block", "1"}});
  }
  m.accumulator = &formats::tf32;
  expect_facts(m, {{"accumulator", "tf32"}});
  m.a = m.b = m.d = m.accumulator = &formats::bf16;
  expect_facts(m, {{"accumulator", "bf16"}, {"order", "sequential ascending"}, {"split_k@8192", "1"}});
}

TEST(GemmProbe, Instructions) {
  expect_facts(instruction("sm_70/mma.fp16.fp32", 4, formats::fp16, formats::fp32),
               {{"accumulator", "fp32"},
                {"accumulator_rounding", "toward_zero"},
                {"block", "4"},
                {"block_bits", "23"}});
  expect_facts(instruction("sm_80/mma.bf16.fp32", 16, formats::bf16, formats::bf16),
               {{"accumulator", "fp32"},
                {"block", "8"},
                {"block_bits", "24"},
                {"order", "steps of 8, ascending"},
                {"d_rounding", "nearest_even"}});
  expect_facts(instruction("sm_90/wgmma.fp16.fp32", 16, formats::fp16, formats::fp16),
               {{"accumulator", "fp32"},
                {"accumulator_rounding", "toward_zero"},
                {"tree", "{0..15} -> +{16..31} -> +{32..47} -> +{48..63}"},
                {"block", "16"},
                {"block_bits", "25"},
                {"products", ""},
                {"split_k@256", "1"},
                {"promotion", "none"}});
  expect_facts(instruction("sm_90/wgmma.fp16.fp16", 16, formats::fp16, formats::fp16),
               {{"accumulator", "fp16"},
                {"accumulator_rounding", "nearest_even"},
                {"products", "exact"},
                {"block_bits", "25"}});
  expect_facts(instruction("sm_90/wgmma.fp8.fp32", 32, formats::e4m3, formats::bf16),
               {{"accumulator", "E8M13"},
                {"accumulator_rounding", "toward_zero"},
                {"block", "32"},
                {"block_bits", "13"},
                {"promotion", "none"}});
  expect_facts(instruction("sm_89/mma.fp8.fp32", 32, formats::e5m2, formats::fp32),
               {{"accumulator", "E8M13"}, {"block", "16"}, {"split_k@8192", "1"}});
  // Fp8 of mma.sync on Hopper is two steps of fp16, in an order of its own, and an addition.
  expect_facts(instruction("sm_90/mma.fp8.fp32", 32, formats::e4m3, formats::fp32),
               {{"accumulator", "fp32"},
                {"order", "2 parts of 32 [steps of 16, other order], joined one addition"},
                {"block", "16"},
                {"promotion", "32"}});
  expect_facts(
      instruction("cdna1/mfma.fp16.fp32", 16, formats::fp16, formats::fp32),
      {{"accumulator", "fp32"}, {"block", "4"}, {"block_bits", "exact"}, {"order", "steps of 4, ascending"}});
  expect_facts(instruction("cdna2/mfma.bf16_1k.fp32", 16, formats::bf16, formats::fp32),
               {{"accumulator", "fp32"}, {"order", "16 parts of 4 [pairwise], joined sequential ascending"}});
  expect_facts(instruction("cdna3/mfma.fp16.fp32", 16, formats::fp16, formats::fp32),
               {{"accumulator", "fp32"}, {"accumulator_rounding", "nearest_even"}, {"block", "8"}});
}

TEST(GemmProbe, Parts) {
  GemmModel m = instruction("sm_90/wgmma.fp16.fp32", 16, formats::fp16, formats::fp16);
  m.split = 4;
  Expected expected{{"accumulator", "fp32"},    {"split_k@256", "4"},
                    {"split_k@1000", "4"},      {"parts@1000", "0, 256, 512, 768"},
                    {"split_k@8192", "4"},      {"parts@8192", "0, 2048, 4096, 6144"},
                    {"promotion", "none"},      {"joined@8192", "sequential ascending"},
                    {"joining", "fp32"},        {"joining_rounding", "nearest_even"},
                    {"partials", "accumulator"}};
  expect_facts(m, expected);
  m.partials = &formats::fp16;
  expected["partials"] = "output";
  expect_facts(m, expected);
  m.joining = &formats::fp16;
  expected["joining"] = "fp16";
  expect_facts(m, expected);
  m.pairwise_join = true;
  expected["joined@8192"] = "pairwise";
  expect_facts(m, expected);
  m.partials = &formats::bf16;
  expected["partials"] = "8 bits";
  expect_facts(m, expected);

  GemmModel odd = scalar(Order::ascending, formats::fp32);
  odd.split = 3;
  expect_facts(odd, {{"split_k@5000", "3"},
                     {"parts@5000", "0, 1667, 3334"},
                     {"parts@1000", "0, 334, 668"},
                     {"joined@5000", "sequential ascending"},
                     {"partials", ""},
                     {"joining", "fp32"}});
  odd.split = 2;
  expect_facts(odd,
               {{"split_k@4096", "2"}, {"parts@4096", "0, 2048"}, {"joining", ""}, {"promotion", "none"}});
  odd.order = Order::descending;
  expect_facts(odd, {{"split_k@4096", "2"}, {"parts@4096", "0, 2048"}});
  odd.order = Order::lanes;
  expect_facts(odd, {{"split_k@4096", "2"}, {"parts@4096", "0, 2048"}});
}

TEST(GemmProbe, Promotion) {
  for (const int every : {64, 128, 256}) {
    GemmModel m = instruction("sm_90/wgmma.fp8.fp32", 32, formats::e4m3, formats::bf16);
    m.promotion = every;
    Expected expected{{"accumulator", "E8M13"},
                      {"accumulator_rounding", "toward_zero"},
                      {"promotion", std::to_string(every)},
                      {"promotion_sum", "fp32"},
                      {"promotion_sum_rounding", "nearest_even"},
                      {"split_k@4096", "1"},
                      {"split_k@5000", "1"},
                      {"block", "32"}};
    expect_facts(m, expected);
    m.split = 2;
    expected["split_k@4096"] = expected["split_k@5000"] = "2";
    expected["parts@4096"] = "0, 2048";
    expected["partials"] = "accumulator";
    expect_facts(m, expected);
  }
  // Kernels for CPUs take k in blocks.
  GemmModel m = scalar(Order::ascending, formats::fp32);
  m.promotion = 384;
  expect_facts(m, {{"promotion", "384"}, {"split_k@8192", "1"}});
}

TEST(GemmProbe, Inputs) {
  for (const auto& [rounding, name] : {std::pair{Rounding::toward_zero, "toward_zero"},
                                       {Rounding::nearest_even, "nearest_even"},
                                       {Rounding::nearest_away, "nearest_away"}}) {
    for (const auto& [format, text] :
         {std::pair{&formats::tf32, "tf32"}, {&formats::bf16, "bf16"}, {&formats::fp16, "fp16"}}) {
      GemmModel m;
      m.a_input = format;
      m.input_rounding = rounding;
      expect_facts(m, {{"a_input", text}, {"a_rounding", name}, {"b_input", "exact"}, {"b_rounding", ""}});
      std::swap(m.a_input, m.b_input);
      expect_facts(m, {{"b_input", text}, {"b_rounding", name}, {"a_input", "exact"}, {"a_rounding", ""}});
    }
  }
  // An fp32 word given to an instruction that takes tf32: the padding is not read.
  expect_facts(instruction("sm_80/mma.tf32.fp32", 8, formats::tf32, formats::fp32),
               {{"a_input", "tf32"}, {"a_rounding", "toward_zero"}, {"block", "4"}});
  GemmModel flushing;
  flushing.flushes_a = true;
  expect_facts(flushing, {{"a_subnormals", "flushed"}, {"b_subnormals", "kept"}, {"d_subnormals", "kept"}});
  flushing.flushes_a = false;
  flushing.flushes_b = flushing.flushes_d = true;
  expect_facts(flushing,
               {{"a_subnormals", "kept"}, {"b_subnormals", "flushed"}, {"d_subnormals", "flushed"}});
}

TEST(GemmProbe, Conduct) {
  GemmModel m;
  m.splits_below_rows = 4;
  expect_facts(m, {{"batch_rows", "varies"}, {"batch_columns", "invariant"}, {"split_k@4096", "1"}});
  m.splits_below_rows = 0;
  m.splits_below_columns = 16;
  expect_facts(m, {{"batch_rows", "invariant"}, {"batch_columns", "varies"}});
  m.splits_below_columns = 0;
  m.differs_when_padded = true;
  expect_facts(m, {{"leading_dimensions", "differ"}, {"repeats", "same"}});
  m.differs_when_padded = false;
  m.splits_from_row = 3;
  expect_facts(m, {{"elements", "differ"}, {"order", "sequential ascending"}, {"split_k@4096", "1"}});
  m.splits_from_row = 0;
  m.varies = true;
  expect_facts(m, {{"repeats", "vary"}, {"order", ""}, {"split_k@4096", ""}});
  m.varies = false;
  m.k_multiple = 16;
  expect_facts(m, {{"split_k@1000", ""}, {"split_k@1024", "1"}, {"split_k@5000", ""}});
  m.k_multiple = 128;
  expect_facts(m, {{"accumulator", ""}, {"order", ""}, {"batch_rows", "invariant"}});
  // An output that shows four bits still shows what sums leave when they cancel.
  m.k_multiple = 1;
  m.a = m.b = &formats::fp16;
  m.d = &formats::e4m3;
  m.splits_below_rows = 4;
  expect_facts(m, {{"batch_rows", "varies"}, {"accumulator", "fp32"}, {"order", "sequential ascending"}});
}

TEST(GemmProbe, Integers) {
  GemmModel m;
  m.a = m.b = &formats::int8;
  m.d = m.accumulator = &formats::int32;
  expect_facts(
      m, {{"accumulator", "int32"}, {"accumulator_rounding", "wrap"}, {"order", ""}, {"repeats", "same"}});
  m.rounds_result_to_fp32 = true;
  expect_facts(m, {{"accumulator", "int32"}, {"accumulator_rounding", "wrap"}, {"result", "fp32"}});
  m.rounds_result_to_fp32 = false;
  m.saturates_result = true;
  expect_facts(m, {{"result", "exact"}, {"accumulator", "exact"}, {"accumulator_rounding", "saturate"}});
  m.saturates_steps = true;
  expect_facts(m, {{"accumulator", "int32"}, {"accumulator_rounding", "saturate"}});
  m.saturates_steps = m.saturates_result = false;
  m.b = &formats::uint8;
  expect_facts(m, {{"accumulator", "int32"}, {"accumulator_rounding", "wrap"}});
  m.accumulator = &formats::fp32;
  m.d = &formats::fp32;
  m.a = m.b = &formats::int8;
  expect_facts(m, {{"accumulator", "fp32"}});
  m.accumulator = &formats::fp64;
  expect_facts(m, {{"accumulator", "exact"}});
  m.a = m.b = &formats::int4;
  m.d = &formats::int32;
  expect_facts(m, {{"accumulator", ""}, {"accumulator_rounding", ""}});
}

TEST(GemmProbe, WhatFormatsHide) {
  GemmModel m = scalar(Order::ascending, formats::fp64);
  m.a = m.b = &formats::e4m3;
  expect_facts(m, {{"accumulator", ""}, {"order", ""}, {"split_k@1024", ""}, {"promotion", ""}});
  m.accumulator = &formats::fp32;
  m.a = m.b = &formats::e2m1;
  expect_facts(m, {{"accumulator", ""}, {"order", ""}, {"a_input", "exact"}});
  m.a = m.b = &formats::e2m3;
  m.accumulator = &formats::fp16;
  expect_facts(m, {{"accumulator", ""}});
  // Eleven bits, and no product beyond the range of fp16.
  m.a = m.b = &formats::e3m2;
  expect_facts(m, {{"accumulator", "11 bits"}});
  // The accumulator loses what a conversion would have.
  m.a = m.b = &formats::fp32;
  m.accumulator = m.a_input = &formats::bf16;
  m.rounds_products = true;
  expect_facts(m, {{"accumulator", "bf16"}, {"a_input", ""}, {"b_input", ""}});
}

TEST(GemmProbe, OneKWithPartsIsNotEnough) {
  GemmModel m = scalar(Order::ascending, formats::fp32);
  m.promotion = 384;
  auto options = narrow();
  options.part_ks = {256, 1000};
  expect_facts(m, {{"promotion", ""}, {"split_k@256", "1"}, {"split_k@1000", "3"}}, options);
  options.part_ks = {1000};
  expect_facts(m, {{"promotion", ""}, {"parts@1000", "0, 384, 768"}}, options);
}

TEST(GemmProbe, WeightsThatAreIntegers) {
  GemmModel m = scalar(Order::lanes, formats::fp32);
  m.a = &formats::int8;
  m.b = &formats::fp16;
  m.split = 2;
  expect_facts(
      m, {{"accumulator", "fp32"}, {"split_k@4096", "2"}, {"b_subnormals", "kept"}, {"a_subnormals", ""}});
}

TEST(GemmProbe, WhatIsNoGemmHasNoArithmetic) {
  const CounterRandom random(5);
  std::uint64_t calls = 0;
  const auto box = [&](auto element) {
    return probe::GemmBox{&formats::fp16, &formats::fp16, &formats::fp32,
                          [element](const probe::GemmProblem& p) {
                            probe::GemmAnswer answer;
                            for (std::int64_t i = 0; i < p.m * p.n; ++i)
                              answer.d.push_back(element(static_cast<std::uint64_t>(i)));
                            return answer;
                          }};
  };
  const auto zero = box([](std::uint64_t) { return std::uint64_t{0}; });
  const auto noise = box([&](std::uint64_t i) { return std::uint64_t{random.word32(i)}; });
  const auto restless = box([&](std::uint64_t i) { return std::uint64_t{random.word32(i + 100 * ++calls)}; });
  for (const probe::GemmBox& wrong : {zero, noise, restless}) {
    const GemmFacts facts = probe_gemm(wrong, narrow());
    for (const char* name : {"accumulator", "order", "promotion", "a_input", "products"}) {
      EXPECT_NE(facts.find(name), nullptr) << name;
      EXPECT_EQ(facts.value(name), "");
    }
    EXPECT_EQ(facts.find("order")->evidence.substr(0, 24), "D is no sum of products:");
  }
  EXPECT_EQ(probe_gemm(restless, narrow()).value("repeats"), "vary");
  // Too few elements are no answer.
  const probe::GemmBox silent{&formats::fp16, &formats::fp16, &formats::fp32,
                              [](const probe::GemmProblem&) { return probe::GemmAnswer{}; }};
  EXPECT_EQ(probe_gemm(silent, narrow()).find("repeats")->evidence, "D had 0 elements");
}

TEST(GemmProbe, OptionsOutOfRange) {
  for (const auto& wrong : {probe::GemmProbeOptions{.size = 0}, probe::GemmProbeOptions{.order_k = 8},
                            probe::GemmProbeOptions{.part_ks = {8}}, probe::GemmProbeOptions{.batches = {}}})
    EXPECT_THROW(probe_gemm(box_of({}), wrong), std::invalid_argument);
}

TEST(GemmProbe, TheSameFactsTwice) {
  GemmModel m = instruction("sm_90/wgmma.fp8.fp32", 32, formats::e5m2, formats::fp16);
  m.split = 3;
  const auto first = probe_gemm(box_of(m), narrow());
  EXPECT_EQ(facts_json(first), facts_json(probe_gemm(box_of(m), narrow())));
  // Another size asks in other calls and finds the same.
  auto wider = narrow();
  wider.size = 16;
  const auto second = probe_gemm(box_of(m), wider);
  ASSERT_EQ(first.facts.size(), second.facts.size());
  for (std::size_t i = 0; i < first.facts.size(); ++i) {
    EXPECT_EQ(first.facts[i].name, second.facts[i].name);
    EXPECT_EQ(first.facts[i].value, second.facts[i].value) << first.facts[i].name;
  }
}

}  // namespace
}  // namespace ulpgate
