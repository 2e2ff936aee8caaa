// The check of the sliced method: what a wrong product of slices does.
#include "reference/oracles/gemm/sliced.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "reference/oracles/gemm/fixed_point.h"
#include "reference/tests/gemm/test_problem.h"

namespace ulpgate::tests {
namespace {

using namespace products;

std::int64_t call = 0;
std::int64_t corrupted_call = 0;
double corruption = 0;

/// The kernel, but the chosen call leaves its first element wrong.
void corrupted(const double* a, const double* b, std::int64_t length, double* c, std::int64_t stride,
               bool add) {
  product_kernels().multiply_doubles(a, b, length, c, stride, add);
  if (call++ == corrupted_call) c[0] += corruption;
}

struct Sums {
  explicit Sums(std::size_t count) : high(count), low(count), flags(count) {}
  SumRows rows() { return {high.data(), low.data(), flags.data()}; }
  bool operator==(const Sums&) const = default;

  std::vector<double> high;
  std::vector<double> low;
  std::vector<std::uint8_t> flags;
};

class SlicedProducts : public ::testing::Test {
 protected:
  static constexpr std::int64_t m = 24, n = 40, k = 300;
  /// Of full-range fp16.
  static constexpr Slicing three{.a = {2, 20, true}, .b = {2, 20, true}, .length = k};
  static constexpr Slicing four{.a = {2, 20}, .b = {2, 20}, .length = k};

  void draw(const Format& format) {
    Random random(11);
    t_ = std::make_unique<TestProblem>(format, format, Shape{1, m, n, k});
    t_->draw(Family::any_finite, random);
    problem_ = t_->problem();
    a_ = read_lines(operand_a(problem_), 0, m, k, 1);
    b_ = read_lines(operand_b(problem_), 0, n, k, 1);
  }

  Sums sums_by(SumMethod& method) const {
    Sums sums(m * n);
    method.fill(0, m, sums.rows());
    return sums;
  }

  std::unique_ptr<TestProblem> t_;
  ProductProblem problem_;
  Lines a_;
  Lines b_;
};

TEST_F(SlicedProducts, AreAsManyAsTheRangeNeeds) {
  const auto chosen = [](const Format& format) {
    Random random(12);
    TestProblem t(format, format, {1, 160, 160, 300});
    t.draw(Family::any_finite, random);
    const ProductProblem p = t.problem();
    return choose_slicing(read_lines(operand_a(p), 0, p.m, p.k, 1), read_lines(operand_b(p), 0, p.n, p.k, 1));
  };
  EXPECT_EQ(chosen(formats::fp16).products().size(), 3U);
  EXPECT_EQ(chosen(formats::fp16).length, 300);
  EXPECT_EQ(chosen(formats::e4m3).products().size(), 1U);
}

TEST_F(SlicedProducts, AnyWrongProductIsFoundAndReplaced) {
  draw(formats::fp16);
  const auto fixed = make_fixed_point(a_, b_, 1);
  const Sums right = sums_by(*fixed);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double wrong : {1.0, -1.0, 0.5, 0x1p20, 0x1p40, -0x1p52, 0x1p54, 0x1p200, HUGE_VAL, nan}) {
    for (corrupted_call = 0; corrupted_call < 48; ++corrupted_call) {
      const Slicing& slicing = corrupted_call % 2 == 0 ? three : four;
      call = 0;
      corruption = wrong;
      const auto method = make_sliced(a_, b_, slicing, 1, corrupted);
      EXPECT_TRUE(sums_by(*method) == right) << wrong << " in call " << corrupted_call;
      // A half is cut off again where it adds to the magnitude of an integer.
      if (wrong == 0.5) continue;
      EXPECT_EQ(method->facts().rows_refuted, 1) << wrong << " in call " << corrupted_call;
    }
    EXPECT_GE(call, 48);
  }
}

// One product is the whole sum here, and takes a path of its own.
TEST_F(SlicedProducts, AWrongSingleProductIsFoundAndReplaced) {
  draw(formats::e4m3);
  // A row of zeros, whose sums what is no number could pass for.
  for (std::int64_t i = 0; i < k; ++i) t_->a.set(0, 0, i, 0);
  a_ = read_lines(operand_a(problem_), 0, m, k, 1);
  const Slicing slicing{.length = k};
  const auto fixed = make_fixed_point(a_, b_, 1);
  const Sums right = sums_by(*fixed);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double wrong : {0.0, 1.0, -1.0, 0.25, 0x1p52, 0x1p60, HUGE_VAL, nan}) {
    for (corrupted_call = 0; corrupted_call < 16; ++corrupted_call) {
      call = 0;
      corruption = wrong;
      const auto method = make_sliced(a_, b_, slicing, 1, corrupted);
      EXPECT_TRUE(sums_by(*method) == right) << wrong << " in call " << corrupted_call;
    }
    EXPECT_GE(call, 16);
  }
}

TEST_F(SlicedProducts, LongSumsAreCut) {
  draw(formats::fp16);
  Slicing slicing = three;
  const auto fixed = make_fixed_point(a_, b_, 1);
  const Sums right = sums_by(*fixed);
  for (const std::int64_t length : {1, 7, 128, 130, 256, 299}) {
    slicing.length = length;
    const auto method = make_sliced(a_, b_, slicing, 1);
    EXPECT_TRUE(sums_by(*method) == right) << length;
    EXPECT_EQ(method->facts().rows_refuted, 0);
  }
}

TEST_F(SlicedProducts, EveryNumberOfSlices) {
  draw(formats::fp16);
  const auto fixed = make_fixed_point(a_, b_, 1);
  const Sums right = sums_by(*fixed);
  for (int p = 2; p <= 4; ++p) {
    for (int q = 2; q <= 4; ++q) {
      const Slicing slicing{
          .a = {.count = p, .bits = 40 / p + 1}, .b = {.count = q, .bits = 40 / q + 1}, .length = k};
      const auto method = make_sliced(a_, b_, slicing, 1);
      EXPECT_TRUE(sums_by(*method) == right) << p << ' ' << q;
      EXPECT_EQ(method->facts().rows_refuted, 0);
      EXPECT_EQ(method->facts().matrix_products, p * q);
    }
  }
}

TEST(ProductCertificate, SaysWhatHappened) {
  const ProductCertificate c{
      .fixed_point = 1, .sliced = 2, .matrix_products = 6, .rows_checked = 48, .rows_refuted = 1};
  EXPECT_EQ(c.text(),
            "exact products: 1 in fixed point, 2 in slices; 6 products of slices in double, all 48 rows "
            "checked modulo "
            "2^61 - 1, 1 of them wrong and computed again in fixed point");
}

}  // namespace
}  // namespace ulpgate::tests
