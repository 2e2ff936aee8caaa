// Gradient norms, clipping and accumulation: published vectors, the twin, simulated implementations.
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/oracles/accumulate.h"
#include "reference/oracles/gradient_norm.h"
#include "reference/tests/scaler/step_draws.h"
#include "reference/tests/scaler/vector_lines.h"
#include "reference/twins/optimizer.h"

namespace ulpgate {
namespace {

double distance(const RowValue& value, const TwinReal& x) {
  return static_cast<double>(abs(TwinReal(value.value.high) + TwinReal(value.value.low) - x));
}

void expect_factor(float got, const std::string& word, const std::string& place) {
  if (word == "nan") {
    EXPECT_TRUE(std::isnan(got)) << place;
  } else {
    EXPECT_EQ(std::bit_cast<std::uint32_t>(got), fp32_code(word)) << place;
  }
}

TEST(Clip, Vectors) {
  for (const ScalerLine& line : scaler_lines("clip.txt")) {
    const auto norm = static_cast<float>(scaler_number(line.options.at("norm"))),
               most = static_cast<float>(scaler_number(line.options.at("max_norm")));
    const std::string& word = line.expected.at(0);
    expect_factor(clip_coefficient(norm, most, Division::reciprocal), word, line.place);
    const bool differs = line.expected.size() == 3;
    expect_factor(clip_coefficient(norm, most, Division::rounded), differs ? line.expected.at(2) : word,
                  line.place);
    if (!std::isfinite(norm)) continue;
    // The norm of one number is that number; factors by either way are within the bound of y = x c.
    const double x = static_cast<double>(norm);
    const auto oracle = clip_gradients({{{&x, 1}}, NormKind::two, static_cast<double>(most)},
                                       {.accumulator = &formats::fp32});
    for (const Division division : {Division::reciprocal, Division::rounded}) {
      const float y = norm * clip_coefficient(norm, most, division);
      EXPECT_LE(distance(oracle->refined(0, 0, 100), TwinReal(y)), oracle->bound(0, 0).error) << line.place;
    }
  }
}

struct List {
  std::vector<std::vector<double>> tensors;
  GradientList list;
};

List draw_list(Words& words, NormKind kind) {
  List l;
  const int count = words.below(5), low = -20 + words.below(30);
  for (int t = 0; t < count; ++t) {
    l.tensors.emplace_back();
    for (int i = words.below(40); i > 0; --i) l.tensors.back().push_back(draw_number(words, low, low + 6));
  }
  for (const auto& tensor : l.tensors) l.list.tensors.emplace_back(tensor);
  l.list.kind = kind;
  constexpr double scales[] = {1, 1, 3, 0x1p-3};
  l.list.grad_scale = scales[words.below(4)];
  l.list.max_norm = std::ldexp(1 + words.unit(), low + words.below(12)) / l.list.grad_scale;
  return l;
}

float gradient_of(const List& l, double given) {
  const auto x = static_cast<float>(given), scale = static_cast<float>(l.list.grad_scale);
  return scale == 1 ? x : x / scale;
}

float norm_of(const std::vector<float>& x, NormKind kind, bool fused) {
  float total = 0;
  for (const float v : x) {
    if (kind == NormKind::infinity) {
      total = std::max(total, std::fabs(v));
    } else if (kind == NormKind::one) {
      total += std::fabs(v);
    } else {
      total = fused ? std::fma(v, v, total) : total + v * v;
    }
  }
  return kind == NormKind::two ? std::sqrt(total) : total;
}

float simulated_norm(const List& l, NormAlgorithm algorithm, bool fused) {
  std::vector<float> all, norms;
  for (const auto& tensor : l.tensors) {
    std::vector<float> x;
    for (const double v : tensor) x.push_back(gradient_of(l, v));
    all.insert(all.end(), x.begin(), x.end());
    norms.push_back(norm_of(x, l.list.kind, fused));
  }
  return norm_of(algorithm == NormAlgorithm::flat ? all : norms, l.list.kind, fused);
}

TEST(GradientNorm, TwinAgreesAndRightOnesAreWithinTheBound) {
  Words words(5);
  double tightest = 0;
  int clipped = 0, kept = 0;
  for (int i = 0; i < 300; ++i) {
    const List l = draw_list(words, static_cast<NormKind>(i % 3));
    const NormAlgorithm algorithm = words.below(2) == 0 ? NormAlgorithm::flat : NormAlgorithm::by_tensor;
    const StepArithmetic claims{.accumulator = &formats::fp32, .norm = algorithm};
    const auto norm = gradient_norm(l.list, claims), clip = clip_gradients(l.list, claims);
    const TwinReal twin = twin_gradient_norm(l.list), factor = twin_clip(l.list);
    const double own = static_cast<double>(twin) * 0x1p-90;
    EXPECT_LE(distance(norm->value(0, 0), twin), norm->value(0, 0).value.radius + own);
    EXPECT_LE(distance(norm->refined(0, 0, 100), twin), own);
    const float got = simulated_norm(l, algorithm, words.below(2) == 0);
    const double error = static_cast<double>(abs(TwinReal(got) - twin)), bound = norm->bound(0, 0).error;
    EXPECT_LE(error, bound) << i;
    if (bound > 0) tightest = std::max(tightest, error / bound);
    ++(factor < 1 ? clipped : kept);
    const float c = clip_coefficient(got, static_cast<float>(l.list.max_norm),
                                     words.below(2) == 0 ? Division::reciprocal : Division::rounded);
    std::int64_t place = 0;
    for (const auto& tensor : l.tensors) {
      for (const double x : tensor) {
        const TwinReal y = TwinReal(x) / TwinReal(l.list.grad_scale) * factor;
        const RowValue value = clip->value(0, place), refined = clip->refined(0, place, 100);
        EXPECT_LE(distance(refined, y), std::fabs(x) / l.list.grad_scale * 0x1p-95);
        EXPECT_LE(distance(value, y), value.value.radius + std::fabs(x) / l.list.grad_scale * 0x1p-90);
        EXPECT_LE(static_cast<double>(abs(TwinReal(gradient_of(l, x) * c) - y)), clip->bound(0, place).error);
        ++place;
      }
    }
  }
  EXPECT_GT(tightest, 0.1);
  EXPECT_GT(clipped, 50);
  EXPECT_GT(kept, 50);
}

TEST(GradientNorm, WhatIsNotFinite) {
  const double inf = HUGE_VAL, nan = std::nan("");
  for (const NormKind kind : {NormKind::one, NormKind::two, NormKind::infinity}) {
    const std::vector<double> with_nan{1, nan, inf}, with_infinity{1, -inf, -0.0};
    const StepArithmetic claims{.accumulator = &formats::fp32};
    EXPECT_EQ(gradient_norm({{with_nan}, kind}, claims)->value(0, 0).number_class, NumberClass::nan);
    EXPECT_EQ(gradient_norm({{with_infinity}, kind}, claims)->value(0, 0).number_class,
              NumberClass::infinity);
    const auto clip = clip_gradients({{with_infinity}, kind}, claims);
    EXPECT_EQ(clip->value(0, 0).number_class, NumberClass::zero);
    EXPECT_EQ(clip->value(0, 1).number_class, NumberClass::nan);
    EXPECT_EQ(clip_gradients({{with_nan}, kind}, claims)->value(0, 0).number_class, NumberClass::nan);
    EXPECT_EQ(gradient_norm({{}, kind}, claims)->value(0, 0).number_class, NumberClass::zero);
  }
}

// Squares overflow where gradients do not: nothing is held against the infinity, or the zeros, that follow.
TEST(GradientNorm, SquaresBeyondTheRange) {
  const std::vector<double> large{3e19, 1};
  const StepArithmetic claims{.accumulator = &formats::fp32};
  EXPECT_TRUE(gradient_norm({{large}, NormKind::two}, claims)->bound(0, 0).may_overflow);
  EXPECT_FALSE(gradient_norm({{large}, NormKind::one}, claims)->bound(0, 0).may_overflow);
  EXPECT_TRUE(clip_gradients({{large}, NormKind::two}, claims)->bound(0, 0).may_overflow);
}

TEST(Accumulate, RightOnesAreWithinTheBoundAndNarrowOnesAreNot) {
  Words words(6);
  int narrow_beyond = 0;
  for (int i = 0; i < 400; ++i) {
    std::vector<double> gradients;
    for (int k = 1 + words.below(20); k > 0; --k) gradients.push_back(draw_number(words, -6, 2));
    const Accumulation element{draw_number(words, -4, 2), gradients, words.below(2) == 0};
    const auto oracle = accumulate(element, {.accumulator = &formats::fp32});
    float sum = static_cast<float>(element.main), narrow = sum;
    TwinReal twin = element.main;
    for (const double g : gradients) {
      sum += static_cast<float>(g);
      narrow = static_cast<float>(
          to_double(formats::bf16,
                    encode(formats::bf16, Exact::from_double(static_cast<double>(narrow) + g), Rule{}).code));
      twin += TwinReal(g);
    }
    EXPECT_LE(distance(oracle->refined(0, 0, 100), twin), std::fabs(static_cast<double>(twin)) * 0x1p-100);
    const double bound = oracle->bound(0, 0).error;
    EXPECT_LE(static_cast<double>(abs(TwinReal(sum) - twin)), bound);
    if (static_cast<double>(abs(TwinReal(narrow) - twin)) > bound) ++narrow_beyond;
  }
  EXPECT_GT(narrow_beyond, 300);
  const double inf = HUGE_VAL;
  const std::vector<double> poisoned{1, inf, 2}, cancelled{inf, 1, -inf};
  const StepArithmetic claims{.accumulator = &formats::fp32};
  EXPECT_EQ(accumulate({0, poisoned}, claims)->value(0, 0).number_class, NumberClass::infinity);
  EXPECT_EQ(accumulate({0, cancelled}, claims)->value(0, 0).number_class, NumberClass::nan);
}

}  // namespace
}  // namespace ulpgate
