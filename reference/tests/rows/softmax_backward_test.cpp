// Gradients of softmax: the oracle against its twin, and the bound against right implementations.
#include "reference/oracles/softmax_backward.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <iostream>

#include "reference/tests/rows/rounded_arithmetic.h"
#include "reference/tests/rows/softmax_rows.h"
#include "reference/twins/softmax_backward.h"

namespace ulpgate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Gradient {
  std::vector<double> y, dy;
  double scale = 1;
  SoftmaxBackwardRow input(bool log) const { return {.y = y, .dy = dy, .scale = scale, .log = log}; }
};

/// y as a forward pass in so many bits gives it, dy of one family.
Gradient draw(Words& words, int n, bool log, int kind, int bits) {
  Gradient g;
  double sum = 0;
  std::vector<double> x;
  for (int i = 0; i < n; ++i) x.push_back(words.unit() * (kind % 3 == 0 ? 1 : kind % 3 == 1 ? 30 : 200));
  const double m = *std::max_element(x.begin(), x.end());
  for (const double v : x) sum += std::exp(v - m);
  for (const double v : x) {
    const double y = log ? v - m - std::log(sum) : std::exp(v - m) / sum;
    g.y.push_back(with_precision(std::fabs(y) < 0x1p-120 ? 0 : y, bits));
    double dy = words.unit() - 0.5;
    if (kind / 3 % 3 == 1) dy = 1 + std::ldexp(dy, -12);
    if (kind / 3 % 3 == 2) dy = std::ldexp(dy, words.below(12));
    g.dy.push_back(with_precision(dy, bits));
  }
  if (words.below(4) == 0) g.scale = with_precision(0.05 + words.unit(), bits);
  if (log && words.below(4) == 0) g.y[static_cast<std::size_t>(words.below(n))] = -infinity;
  return g;
}

TEST(SoftmaxBackward, IsItsTwin) {
  Words words(31);
  const RowArithmetic claims{.accumulator = &formats::fp32};
  for (int round = 0; round < 1500; ++round) {
    const bool log = round % 2 == 0;
    const Gradient g = draw(words, 1 + words.below(40), log, round / 2, round % 5 == 0 ? 53 : 24);
    const auto oracle = softmax_backward_row(g.input(log), claims);
    const auto twin = twin_softmax_backward(g.input(log));
    for (std::size_t i = 0; i < twin.size(); ++i) {
      const RowValue value = oracle->value(0, static_cast<std::int64_t>(i));
      const TwinReal off = abs(TwinReal(value.value.high) + TwinReal(value.value.low) - twin[i]);
      ASSERT_LE(off, TwinReal(value.value.radius) + ldexp(TwinReal(1), -900)) << round << " " << i;
      ASSERT_LE(value.value.radius, 0x1p-80 * 5000);
      if (round % 10 > 1) continue;
      const RowValue refined = oracle->refined(0, static_cast<std::int64_t>(i), 100);
      const TwinReal left = abs(TwinReal(refined.value.high) + TwinReal(refined.value.low) - twin[i]);
      ASSERT_LE(left, TwinReal(refined.value.radius) + ldexp(TwinReal(1), -900)) << round << " " << i;
      ASSERT_LE(refined.value.radius, std::fabs(refined.value.high) * 0x1p-100 + 0x1p-1073);
    }
  }
}

std::vector<NumberClass> classes(const std::vector<double>& y, const std::vector<double>& dy, bool log) {
  const RowArithmetic claims{.accumulator = &formats::fp32};
  const auto oracle = softmax_backward_row({.y = y, .dy = dy, .log = log}, claims);
  std::vector<NumberClass> all;
  for (std::size_t i = 0; i < y.size(); ++i)
    all.push_back(oracle->value(0, static_cast<std::int64_t>(i)).number_class);
  return all;
}

TEST(SoftmaxBackward, WhatIsNotFinite) {
  using N = NumberClass;
  EXPECT_EQ(classes({0.5, 0.5}, {NAN, 1}, false), (std::vector{N::nan, N::nan}));
  EXPECT_EQ(classes({0.5, 0.5}, {infinity, 1}, false), (std::vector{N::nan, N::infinity}));
  EXPECT_EQ(classes({1, 0}, {infinity, 1}, false), (std::vector{N::nan, N::nan}));
  EXPECT_EQ(classes({0, 0}, {3, 1}, false), (std::vector{N::zero, N::zero}));
  EXPECT_EQ(classes({0, -infinity}, {3, 1}, true), (std::vector{N::finite, N::finite}));
  EXPECT_EQ(classes({0, NAN}, {3, 1}, true), (std::vector{N::finite, N::nan}));
  EXPECT_EQ(classes({0, infinity}, {3, 1}, true), (std::vector{N::finite, N::infinity}));
  EXPECT_EQ(classes({0, infinity}, {3, -3}, true), (std::vector{N::finite, N::nan}));
  EXPECT_EQ(classes({-1, -1}, {infinity, 1}, true), (std::vector{N::nan, N::infinity}));
}

struct Style {
  const Format* accumulator;
  bool log, apart, flushes, fast;
};

std::vector<double> simulate(const SoftmaxBackwardRow& row, const RowArithmetic& claims, bool apart,
                             int order, std::uint64_t lean) {
  const RoundedArithmetic f(*claims.accumulator, claims.flushes_subnormals);
  const auto n = static_cast<int>(row.dy.size());
  double sum = 0;
  const auto term = [&](int j) {
    const auto at = static_cast<std::size_t>(j);
    const double dy = f.round(row.dy[at]);
    return row.log ? dy : f.multiply(f.round(row.y[at]), dy);
  };
  if (order < 2) {
    for (int j = 0; j < n; ++j) sum = f.add(sum, term(order == 0 ? j : n - 1 - j));
  } else {
    double lanes[2] = {};
    for (int j = 0; j < n; ++j) lanes[j % 2] = f.add(lanes[j % 2], term(j));
    sum = f.add(lanes[0], lanes[1]);
  }
  std::vector<double> all;
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double y = f.round(row.y[at]), dy = f.round(row.dy[at]);
    double dx = 0;
    if (row.log) {
      const int side = lean == 0 ? 0 : (lean >> (i % 60) & 1) != 0 ? 1 : -1;
      const double e =
          std::isinf(y)
              ? 0
              : f.lean(std::exp(y), claims.exp.constant + claims.exp.slope * std::fabs(y), y == 0 ? 0 : side);
      dx = f.subtract(dy, f.multiply(e, sum));
    } else if (apart) {
      dx = f.subtract(f.multiply(y, dy), f.multiply(y, sum));
    } else {
      dx = f.multiply(y, f.subtract(dy, sum));
    }
    all.push_back(row.scale == 1 ? dx : f.multiply(dx, f.round(row.scale)));
  }
  return all;
}

double worst_ratio(const Gradient& g, const Style& style, int order, std::uint64_t lean,
                   std::int64_t& elements) {
  RowArithmetic claims{.accumulator = style.accumulator, .flushes_subnormals = style.flushes};
  if (style.fast) claims.exp = {2, 1.173};
  const SoftmaxBackwardRow row = g.input(style.log);
  const auto oracle = softmax_backward_row(row, claims);
  const auto computed = simulate(row, claims, style.apart, order, lean);
  double worst = 0;
  for (std::size_t i = 0; i < computed.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    const Enclosure value = oracle->value(0, place).value;
    const RowBound bound = oracle->bound(0, place);
    if (bound.may_overflow) continue;
    ++elements;
    const double error = std::fabs(computed[i] - value.high),
                 noise = 0x1p-51 * std::fabs(computed[i]) + value.radius;
    EXPECT_LE(error, bound.error + noise)
        << style.accumulator->name << " log " << style.log << " apart " << style.apart << " n "
        << computed.size() << " i " << i << " y " << row.y[i] << " dy " << row.dy[i] << " exact "
        << value.high << " scale " << row.scale;
    if (error > noise) worst = std::max(worst, (error - noise) / bound.error);
  }
  return worst;
}

TEST(SoftmaxBackward, RightImplementationsKeepTheBound) {
  Words words(32);
  const char* more = std::getenv("ULPGATE_TEST_ROUNDS");
  const int rounds = more != nullptr ? std::atoi(more) : 400;
  std::int64_t elements = 0;
  for (const Format* f : {&formats::fp32, &formats::fp16, &formats::bf16}) {
    for (int style = 0; style < 16; ++style) {
      const Style s{f, style % 2 == 1, style / 2 % 2 == 1, style / 4 % 2 == 1, style / 8 % 2 == 1};
      double best = 0;
      for (int round = 0; round < rounds; ++round) {
        const int n = round % 3 == 0 ? 1 + words.below(3) : 1 + words.below(60);
        const Gradient g = draw(words, n, s.log, words.below(9), words.below(4) == 0 ? 24 : f->precision());
        best = std::max(best,
                        worst_ratio(g, s, words.below(3), words.below(2) == 0 ? 0 : words.next(), elements));
        if (HasFailure()) return;
      }
      EXPECT_GT(best, 0.3);
      if (style < 4)
        std::cout << f->name << (s.log ? " log" : s.apart ? " apart" : "") << ": " << best << "\n";
    }
  }
  std::cout << elements << " elements\n";
  EXPECT_GT(elements, 400 * rounds);
}

}  // namespace
}  // namespace ulpgate
