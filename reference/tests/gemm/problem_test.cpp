// What the description of a problem means, in small cases that are worked out by hand.
#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>

#include "reference/tests/gemm/test_problem.h"

namespace ulpgate::tests {
namespace {

std::string refusal(const ProductProblem& problem, const ProductOptions& options = {}) {
  try {
    exact_products(problem, options);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return {};
}

TEST(Products, EmptySumsAreZero) {
  TestProblem t(formats::fp16, formats::fp16, {2, 3, 4, 0});
  const ProductSums sums = exact_products(t.problem());
  EXPECT_EQ(sums.sum(1, 2, 3).high, 0);
  EXPECT_FALSE(std::signbit(sums.sum(1, 2, 3).high));
  EXPECT_EQ(sums.sum(1, 2, 3).radius, 0);
  EXPECT_EQ(sums.magnitude(1, 2, 3), 0);
  EXPECT_EQ(sums.exact(1, 2, 3), Exact());
}

TEST(Products, NoSumsAtAll) {
  for (const Shape shape : {Shape{0, 2, 2, 2}, Shape{1, 0, 2, 2}, Shape{1, 2, 0, 2}}) {
    TestProblem t(formats::bf16, formats::bf16, shape);
    EXPECT_EQ(exact_products(t.problem()).certificate().text(), "no products");
  }
}

// Batches that lie between each other: batch index b owns columns b, b + 4, ... of memory, leading dimension
// 8, two columns. An implementation that takes them for packed ones mixes them up (B195).
TEST(Products, InterleavedBatchesAsElementByElement) {
  constexpr std::int64_t batch = 2, rows = 3, columns = 2, k = 2;
  std::vector<std::int8_t> a(64);
  std::vector<std::int8_t> b(64);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<std::int8_t>(7 * i % 23);
    b[i] = static_cast<std::int8_t>(5 * i % 19);
  }
  const MatrixView a_view{&formats::int8, a.data(), 4, 8, 1};
  const MatrixView b_view{&formats::int8, b.data(), 4, 8, 1};
  const ProductProblem p{.batch = batch, .m = rows, .n = columns, .k = k, .a = a_view, .b = b_view};
  const ProductSums sums = exact_products(p);
  for (std::int64_t batch_index = 0; batch_index < batch; ++batch_index) {
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        int sum = 0;
        for (std::int64_t t = 0; t < k; ++t)
          sum += a[static_cast<std::size_t>(batch_index * 4 + i * 8 + t)] *
                 b[static_cast<std::size_t>(batch_index * 4 + t * 8 + j)];
        EXPECT_EQ(sums.sum(batch_index, i, j).high, sum);
      }
    }
  }
  expect_as_twin(p, sums);
}

TEST(Products, KeepWhatTwoDoublesCannot) {
  // 2^127 * 2^127 + 2^-149 * 1: 404 bits.
  TestProblem t(formats::fp32, formats::fp32, {1, 1, 1, 2});
  t.a.set(0, 0, 0, 0x7F000000);
  t.a.set(0, 0, 1, 0x00000001);
  t.b.set(0, 0, 0, 0x7F000000);
  t.b.set(0, 1, 0, 0x3F800000);
  const ProductSums sums = exact_products(t.problem());
  EXPECT_EQ(sums.sum(0, 0, 0).high, 0x1p254);
  EXPECT_EQ(sums.sum(0, 0, 0).low, 0x1p-149);
  EXPECT_EQ(sums.sum(0, 0, 0).radius, 0);
  EXPECT_EQ(sums.exact(0, 0, 0), Exact::power_of_two(254) + Exact::power_of_two(-149));
}

TEST(Products, BeyondDoubleAreFlagged) {
  TestProblem t(formats::fp64, formats::fp64, {1, 1, 1, 1});
  t.a.set(0, 0, 0, 0x7FE0000000000000);
  t.b.set(0, 0, 0, 0xFFE0000000000000);
  const ProductSums sums = exact_products(t.problem());
  EXPECT_EQ(sums.sum_class(0, 0, 0), SumClass::finite);
  EXPECT_EQ(sums.sum(0, 0, 0).high, -std::numeric_limits<double>::max());
  EXPECT_EQ(sums.sum(0, 0, 0).radius, HUGE_VAL);
  EXPECT_EQ(sums.magnitude(0, 0, 0), HUGE_VAL);
  EXPECT_EQ(sums.exact(0, 0, 0), -Exact::power_of_two(2046));
}

TEST(Products, ScaleOfNanAndZero) {
  TestProblem t(formats::e4m3, formats::e4m3, {1, 1, 1, 2});
  for (std::int64_t k = 0; k < 2; ++k) {
    t.a.set(0, 0, k, 0x38);
    t.b.set(0, k, 0, 0x38);
  }
  TestMatrix scale(formats::e8m0, 1, 1, 2, Layout::row_major);
  scale.set(0, 0, 0, 127);
  scale.set(0, 0, 1, 0xFF);
  ProductProblem p = t.problem();
  p.a_scale = ScaleView{scale.view(), 1, 1};
  EXPECT_EQ(exact_products(p).sum_class(0, 0, 0), SumClass::nan);
  scale.set(0, 0, 1, 128);
  EXPECT_EQ(exact_products(p).sum(0, 0, 0).high, 3);
  t.a.set(0, 0, 1, 0);
  scale.set(0, 0, 1, 0xFF);
  EXPECT_EQ(exact_products(p).sum_class(0, 0, 0), SumClass::nan);
  p.zero_annihilates = true;
  EXPECT_EQ(exact_products(p).sum(0, 0, 0).high, 1);
}

TEST(Products, BadProblemsAreRefused) {
  TestProblem t(formats::fp16, formats::fp16, {1, 2, 2, 2});
  ProductProblem p = t.problem();
  p.m = -1;
  EXPECT_EQ(refusal(p), "exact products: m is -1, below 0");
  p = t.problem();
  p.b.format = nullptr;
  EXPECT_EQ(refusal(p), "exact products: b has no format");
  p = t.problem();
  p.a.data = nullptr;
  EXPECT_EQ(refusal(p), "exact products: a has no data");
  p = t.problem();
  p.a_scale = ScaleView{t.a.view(), 1, 0};
  EXPECT_EQ(refusal(p), "exact products: a_scale has blocks of 1x0, below 1");
  TestProblem wide(formats::fp32, formats::fp32, {1, 1, 1, 2});
  wide.a.set(0, 0, 0, 0x7F000000);
  wide.a.set(0, 0, 1, 0x00000001);
  wide.b.set(0, 0, 0, 0x3F800000);
  EXPECT_EQ(refusal(wide.problem(), {.method = ProductMethod::fixed_point}),
            "exact products: method fixed_point does not hold rows of A of 277 bits and columns of B of 1 "
            "bits with k = 2");
}

}  // namespace
}  // namespace ulpgate::tests
