// What follows the sum.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string_view>

#include "kernels/cuda/tests/numbers.h"
#include "kernels/cuda/tests/small_gemm.h"

namespace ulpgate::cuda::kernel_test {
namespace {

constexpr int architecture = 90;

GemmKernel half_kernel() {
  GemmKernel half{};
  for_each_kernel([&](const GemmKernel& k, int) {
    if (std::string_view(k.instruction) == "m16n8k16" && k.a == ElementFormat::fp16 &&
        k.accumulator == ElementFormat::fp32)
      half = k;
  });
  return half;
}

SmallGemm some_gemm() {
  return {.kernel = half_kernel(), .architecture = architecture, .m = 6, .n = 70, .k = 24};
}

TEST(GemmEpilogue, BetaZeroDoesNotReadC) {
  expect_exact(some_gemm(), [](GemmProblem& p) { p.c.data = nullptr; });
}

TEST(GemmEpilogue, AlphaZeroDoesNotReadAAndB) {
  const auto change = [](GemmProblem& p) {
    p.alpha = 0;
    p.a.data = p.b.data = nullptr;
  };
  expect_exact(some_gemm(), change, [](double) { return 0; });
}

TEST(GemmEpilogue, AlphaAndScales) {
  static constexpr float a_scale = 0.5f, b_scale = 4;
  const auto change = [](GemmProblem& p) {
    p.alpha = -3;
    p.a_scale.data = &a_scale;
    p.b_scale.data = &b_scale;
  };
  expect_exact(some_gemm(), change, [](double sum) { return -6 * sum; });
}

TEST(GemmEpilogue, BiasInItsOwnFormat) {
  std::array<std::uint16_t, 140> bias{};
  for (std::int64_t j = 0; j < 70; ++j) set_number(formats::bf16, bias.data(), 2 * j, 5);
  const auto change = [&](GemmProblem& p) { p.bias = {bias.data(), 2, ElementFormat::bf16}; };
  expect_exact(some_gemm(), change, [](double sum) { return sum + 5; });
}

/// 1 x 1 x 1 of two numbers and C into one element of `format`; the bits of D.
std::uint32_t one_element(float alpha, float a, float b, float beta, float c, ElementFormat format,
                          float* largest = nullptr) {
  std::uint32_t d = 0;
  GemmProblem p;
  p.unit = GemmUnit::cuda_core;
  p.m = p.n = p.k = 1;
  p.a.data = &a;
  p.b.data = &b;
  p.c.data = &c;
  p.d = {.data = &d, .format = format};
  p.alpha = alpha;
  p.beta = beta;
  p.largest = largest;
  in_every_order(
      architecture, {}, [&] { return launch_gemm(architecture, p, nullptr, 0, nullptr); }, [] {});
  return d;
}

TEST(GemmEpilogue, RoundsOnce) {
  // fmaf(alpha, sum, beta * c): the product is not rounded before the addition.
  const float x = 1 + 0x1p-12f;
  EXPECT_EQ(std::bit_cast<float>(one_element(x, x, 1, 1, -1, ElementFormat::fp32)), std::fmaf(x, x, -1));
}

TEST(GemmEpilogue, EightBitsSaturate) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(one_element(1, 1000, 1, 0, 0, ElementFormat::e4m3), 0x7Eu);
  EXPECT_EQ(one_element(1, -infinity, 1, 0, 0, ElementFormat::e4m3), 0xFEu);
  EXPECT_EQ(one_element(1, 1e6f, 1, 0, 0, ElementFormat::e5m2), 0x7Bu);
}

TEST(GemmEpilogue, OneNan) {
  const float nan = std::bit_cast<float>(0xFFC12345u);
  EXPECT_EQ(one_element(1, nan, 1, 0, 0, ElementFormat::fp32), 0x7FFFFFFFu);
  EXPECT_EQ(one_element(1, nan, 1, 0, 0, ElementFormat::bf16), 0x7FFFu);
  EXPECT_EQ(one_element(1, nan, 1, 0, 0, ElementFormat::e4m3), 0x7Fu);
}

TEST(GemmEpilogue, LargestMagnitude) {
  float largest = 0;
  one_element(1, -1000, 1, 0, 0, ElementFormat::e4m3, &largest);
  EXPECT_EQ(largest, 1000);
  one_element(1, 3, 1, 0, 0, ElementFormat::e4m3, &largest);
  EXPECT_EQ(largest, 1000);
  one_element(1, std::numeric_limits<float>::quiet_NaN(), 1, 0, 0, ElementFormat::e4m3, &largest);
  EXPECT_TRUE(std::isnan(largest));
}

TEST(GemmEpilogue, LargestOfAllBlocks) {
  for (const int parts : {1, 2}) {
    float largest = 0;
    double expected = 0;
    SmallGemm g = some_gemm();
    g.n = 200;
    g.split_k = parts;
    expect_exact(
        g, [&](GemmProblem& p) { p.largest = &largest; },
        [&](double sum) {
          expected = std::max(expected, std::fabs(sum));
          return sum;
        });
    EXPECT_EQ(largest, expected);
  }
}

}  // namespace
}  // namespace ulpgate::cuda::kernel_test
