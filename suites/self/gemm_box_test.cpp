// How a probe calls an implementation, and the words for trees, tables and JSON.
#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <stdexcept>

#include "reference/formats/decode.h"
#include "suites/probe/gemm_probe.h"
#include "suites/probe/gemm_tree.h"

namespace ulpgate {
namespace {

using probe::gemm_box;
using probe::GemmFacts;
using probe::probe_gemm;

/// A triple loop in fp32, with scales, that notes what it is given.
class Loops : public Implementation {
 public:
  std::string name() const override { return "loops"; }
  std::string version() const override { return "1"; }
  std::string description() const override { return "three loops"; }
  bool concurrent() const override { return true; }
  std::vector<Offer> offers() const override {
    return {{"gemm",
             "plain",
             {{"a", "fp32"}, {"b", "fp32"}, {"c", "fp32"}, {"d", "fp32"}, {"alpha", "fp32"}},
             {{"accumulator", "fp32"}, {"alpha_zero", "skips"}},
             {}},
            {"gemm",
             "scaled",
             {{"a", "fp32"},
              {"b", "fp32"},
              {"c", "fp32"},
              {"d", "fp32"},
              {"alpha", "fp64"},
              {"bias", "fp32"},
              {"a_scale", "e8m0"},
              {"b_scale", "fp32"}},
             {{"accumulator", "fp32"},
              {"alpha_zero", "skips"},
              {"a_scale_block", "1x32"},
              {"b_scale_block", "tensor"}},
             {}},
            {"convert", "other", {{"from", "fp32"}, {"to", "fp32"}}, {}, {}}};
  }
  Reply call(const Call& call) override {
    const Tensor &a = *call.tensor("a"), &b = *call.tensor("b"), &d = *call.tensor("d");
    const auto m = a.shape[1], k = a.shape[2], n = b.shape[2];
    if (m == 3) return {Status::unsupported, "three rows"};
    if (m == 5) return {Status::failed, ""};
    if (call.scalars[0].bits !=
            (call.scalars[0].format == &formats::fp64 ? 0x3FF0000000000000U : 0x3F800000U) ||
        call.scalars[1].bits != 0 || call.tensor("c") == nullptr)
      return {Status::failed, "alpha is not 1, or beta is not 0"};
    if (const Tensor* scale = call.tensor("a_scale"); scale != nullptr) {
      const bool right = scale->shape[1] == m && scale->shape[2] == (k + 31) / 32 &&
                         static_cast<const std::uint8_t*>(scale->data)[0] == 127 &&
                         call.tensor("b_scale")->shape[1] == 1 && call.tensor("bias")->shape.size() == 1;
      if (!right) return {Status::failed, "scales are not 1"};
    }
    lead_ = a.strides[1];
    const auto* x = static_cast<const float*>(a.data);
    const auto* y = static_cast<const float*>(b.data);
    std::vector<float> row(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < m; ++i) {
      std::fill(row.begin(), row.end(), 0.0F);
      for (std::int64_t l = 0; l < k; ++l) {
        const float factor = x[i * a.strides[1] + l];
        for (std::int64_t j = 0; j < n; ++j)
          row[static_cast<std::size_t>(j)] += factor * y[l * b.strides[1] + j];
      }
      std::copy(row.begin(), row.end(), static_cast<float*>(d.data) + i * d.strides[1]);
    }
    return {};
  }
  std::int64_t lead() const { return lead_; }

 private:
  std::int64_t lead_ = 0;
};

TEST(GemmBox, CallsAnImplementation) {
  Loops loops;
  const auto offers = loops.offers();
  for (const std::size_t variant : {0U, 1U}) {
    const probe::GemmBox box = gemm_box(loops, offers[variant]);
    EXPECT_EQ(box.a, &formats::fp32);
    const std::vector<std::uint64_t> a{0x3F800000, 0x40000000, 0x40400000, 0x40800000},
        b{0x3F800000, 0x40000000};
    const auto answer = box.run({.m = 2, .n = 1, .k = 2, .a = a, .b = b, .pad = 1});
    EXPECT_EQ(answer.refused, "");
    EXPECT_EQ(answer.d, (std::vector<std::uint64_t>{0x40A00000, 0x41300000}));
    EXPECT_EQ(loops.lead(), 3);
    const std::vector<std::uint64_t> three(3), one(1);
    EXPECT_EQ(box.run({.m = 3, .n = 1, .k = 1, .a = three, .b = one}).refused,
              "was refused as unsupported: three rows");
    const std::vector<std::uint64_t> five(5);
    EXPECT_EQ(box.run({.m = 5, .n = 1, .k = 1, .a = five, .b = one}).refused, "failed");
  }
  EXPECT_THROW(gemm_box(loops, offers[2]), std::invalid_argument);
  Offer unknown = offers[0];
  unknown.formats[0].second = "fp33";
  EXPECT_THROW(gemm_box(loops, unknown), std::invalid_argument);
}

TEST(GemmBox, FactsOfAnImplementation) {
  Loops loops;
  const auto begin = std::chrono::steady_clock::now();
  const GemmFacts facts = probe_gemm(gemm_box(loops, loops.offers()[0]));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  RecordProperty("seconds", std::to_string(took.count()));
  EXPECT_EQ(facts.value("accumulator"), "fp32");
  EXPECT_EQ(facts.value("products"), "rounded");
  EXPECT_EQ(facts.value("order"), "sequential ascending");
  EXPECT_EQ(facts.value("split_k@8192"), "1");
  EXPECT_EQ(facts.value("batch_rows"), "invariant");

  const std::string table = facts_table(facts);
  EXPECT_EQ(table.substr(0, table.find(',')), "fp32.fp32_to_fp32");
  EXPECT_NE(table.find("order "), std::string::npos);
  EXPECT_NE(table.find("not observable"), std::string::npos);
  const report::Json json = facts_json(facts);
  EXPECT_EQ(json["formats"], "fp32.fp32_to_fp32");
  EXPECT_EQ(json["size"], 32);
  EXPECT_EQ(json["facts"].size(), facts.facts.size());
  for (const auto& fact : json["facts"]) {
    EXPECT_FALSE(fact["evidence"].get<std::string>().empty()) << fact["name"];
    EXPECT_EQ(fact["value"].is_null(), facts.value(fact["name"].get<std::string>()).empty());
  }
}

using probe::box::CommonSizes;
using probe::box::SumNode;

SumNode leaf(int i) { return {i, {}}; }
SumNode sum(std::vector<SumNode> children) { return {-1, std::move(children)}; }

CommonSizes sizes_of(const SumNode& tree) {
  const auto n = leaves_of(tree).size();
  CommonSizes sizes(n, std::vector<int>(n, 0));
  const auto visit = [&](auto& self, const SumNode& node) -> void {
    const auto all = leaves_of(node);
    for (const int i : all) {
      for (const int j : all) {
        if (i < j)
          sizes[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = static_cast<int>(all.size());
      }
    }
    for (const SumNode& child : node.children) self(self, child);
  };
  visit(visit, tree);
  return sizes;
}

void expect_tree(const SumNode& tree, const std::string& name, const std::string& text) {
  const auto found = probe::box::tree_from(sizes_of(tree));
  ASSERT_TRUE(found) << name;
  EXPECT_EQ(probe::box::shape_of(*found).name, name);
  EXPECT_EQ(probe::box::text_of(*found), text);
}

TEST(GemmTree, NamesAndText) {
  expect_tree(sum({leaf(0), leaf(1)}), "one addition", "0 + 1");
  expect_tree(sum({sum({leaf(0), leaf(1)}), leaf(2)}), "sequential ascending", "0:2");
  expect_tree(sum({leaf(0), sum({leaf(2), leaf(1)})}), "sequential descending", "2:0");
  expect_tree(sum({leaf(0), leaf(1), leaf(2), leaf(3)}), "one step of 4", "{0..3}");
  expect_tree(sum({sum({leaf(0), leaf(1)}), sum({leaf(2), leaf(3)})}), "pairwise", "(0 + 1) + (2 + 3)");
  expect_tree(sum({sum({leaf(0), leaf(2)}), sum({leaf(1), leaf(3)})}), "pairwise by halves",
              "(0 + 2) + (1 + 3)");
  expect_tree(sum({sum({leaf(0), leaf(1), leaf(2)}), leaf(3), leaf(4), leaf(5)}), "steps of 3, ascending",
              "{0..2} -> +{3..5}");
  expect_tree(sum({sum({leaf(3), leaf(4), leaf(5)}), leaf(0), leaf(1), leaf(2)}), "steps of 3, descending",
              "{3..5} -> +{0..2}");
  expect_tree(sum({sum({leaf(0), leaf(2), leaf(4)}), leaf(1), leaf(3), leaf(5)}), "steps of 3, other order",
              "{0..4:2} -> +{1..5:2}");
  expect_tree(sum({sum({sum({leaf(0), leaf(2)}), leaf(4)}), sum({sum({leaf(1), leaf(3)}), leaf(5)})}),
              "2 strided lanes [sequential ascending], joined one addition", "(0:4:2) + (1:5:2)");
  const auto chain = [](int first) {
    return sum({sum({sum({leaf(first), leaf(first + 1)}), leaf(first + 2)}), leaf(first + 3)});
  };
  expect_tree(sum({chain(0), chain(4)}), "2 parts of 4 [sequential ascending], joined one addition",
              "(0:3) + (4:7)");
  expect_tree(sum({sum({leaf(0), leaf(1), leaf(2)}), leaf(3), sum({leaf(4), leaf(5), leaf(6)})}), "other",
              "{0..2} + {4..6} + 3");
}

TEST(GemmTree, RefusesWhatNoTreeHas) {
  CommonSizes sizes = sizes_of(sum({sum({leaf(0), leaf(1)}), sum({leaf(2), leaf(3)})}));
  EXPECT_TRUE(probe::box::tree_from(sizes));
  sizes[0][2] = 3;
  EXPECT_FALSE(probe::box::tree_from(sizes));
  sizes[0][2] = 5;
  EXPECT_FALSE(probe::box::tree_from(sizes));
  // Every pair meets below the whole.
  EXPECT_FALSE(probe::box::tree_from(CommonSizes(3, std::vector<int>(3, 2))));
}

}  // namespace
}  // namespace ulpgate
