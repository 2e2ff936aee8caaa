// Cross entropy and its gradient: the oracles against their twins, known values, and the bounds against right
// implementations.
#include "reference/oracles/cross_entropy.h"

#include <cmath>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <stdexcept>

#include "reference/bounds/accumulator_error.h"
#include "reference/tests/rows/rounded_arithmetic.h"
#include "reference/tests/rows/simulated_softmax.h"
#include "reference/tests/rows/softmax_rows.h"
#include "reference/twins/cross_entropy.h"

namespace ulpgate {
namespace {

struct Batch {
  std::vector<double> x, dloss;
  std::vector<std::int64_t> target;
  std::int64_t n = 1;
  double smoothing = 0;
  CrossEntropyRows input() const { return {.x = x, .n = n, .target = target, .smoothing = smoothing}; }
};

Batch draw(Words& words, int rows, int n, int bits, Reduction reduction) {
  Batch b;
  b.n = n;
  for (int r = 0; r < rows; ++r) {
    const double spread = std::ldexp(1.0, words.below(8)),
                 offset = words.below(3) == 0 ? 100 * words.unit() : 0;
    for (int c = 0; c < n; ++c) b.x.push_back(with_precision(offset + spread * (words.unit() - 0.5), bits));
    b.target.push_back(rows > 1 && words.below(5) == 0 ? -100 : words.below(n));
  }
  if (b.target.front() == -100) b.target.front() = 0;
  const int gradients = reduction == Reduction::none ? rows : 1;
  for (int r = 0; r < gradients; ++r) b.dloss.push_back(with_precision(2 * words.unit() - 1, bits));
  if (words.below(2) == 0) b.smoothing = with_precision(0.3 * words.unit(), 24);
  return b;
}

constexpr Reduction reductions[] = {Reduction::none, Reduction::sum, Reduction::mean};

void expect_twin(const RowOracle& oracle, const std::vector<TwinReal>& twin, bool refine) {
  for (std::size_t i = 0; i < twin.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    const Enclosure value = oracle.value(0, place).value;
    const TwinReal own = ldexp(TwinReal(1), -900);
    ASSERT_LE(abs(TwinReal(value.high) + TwinReal(value.low) - twin[i]), TwinReal(value.radius) + own) << i;
    ASSERT_LE(value.radius, 0x1p-80 * 1000);
    if (!refine) continue;
    const Enclosure refined = oracle.refined(0, place, 100).value;
    ASSERT_LE(abs(TwinReal(refined.high) + TwinReal(refined.low) - twin[i]), TwinReal(refined.radius) + own)
        << i;
    ASSERT_LE(refined.radius, std::fabs(refined.high) * 0x1p-100 + 0x1p-1073);
  }
}

TEST(CrossEntropy, IsItsTwin) {
  Words words(41);
  for (int round = 0; round < 120; ++round) {
    const Reduction reduction = reductions[round % 3];
    const Batch b = draw(words, 1 + words.below(4), 1 + words.below(20), 24, reduction);
    RowArithmetic claims{.accumulator = &formats::fp32};
    claims.reduction = reduction;
    expect_twin(*cross_entropy_rows(b.input(), claims), twin_cross_entropy(b.input(), reduction),
                round % 20 < 3);
    expect_twin(*cross_entropy_backward_rows(b.input(), b.dloss, claims),
                twin_cross_entropy_backward(b.input(), b.dloss, reduction), round % 20 < 3);
    if (HasFatalFailure()) FAIL() << "round " << round;
  }
}

double loss_of(std::vector<double> x, std::int64_t target, double smoothing = 0) {
  const std::vector<std::int64_t> targets{target};
  const RowArithmetic claims{.accumulator = &formats::fp32};
  const CrossEntropyRows rows{
      .x = x, .n = static_cast<std::int64_t>(x.size()), .target = targets, .smoothing = smoothing};
  const RowValue value = cross_entropy_rows(rows, claims)->value(0, 0);
  if (value.number_class == NumberClass::nan) return NAN;
  if (value.number_class == NumberClass::infinity) return value.negative ? -INFINITY : INFINITY;
  return value.value.high;
}

TEST(CrossEntropy, KnownValues) {
  EXPECT_DOUBLE_EQ(loss_of({0, std::log(3.0)}, 0), 1.3862943611198906);
  EXPECT_DOUBLE_EQ(loss_of(std::vector<double>(10, 7.5), 3), std::log(10.0));
  EXPECT_EQ(loss_of({1000, 0}, 1), 1000);
  EXPECT_EQ(loss_of({5}, 0), 0);
  EXPECT_DOUBLE_EQ(loss_of({1, 1, 1, 1}, 2, 0.1), std::log(4.0));
  EXPECT_EQ(loss_of({0, -INFINITY}, 0), 0);
  EXPECT_EQ(loss_of({0, -INFINITY}, 1), INFINITY);
  EXPECT_EQ(loss_of({0, -INFINITY}, 0, 0.1), INFINITY);
  EXPECT_TRUE(std::isnan(loss_of({0, NAN}, 0)));
  EXPECT_TRUE(std::isnan(loss_of({INFINITY, 0}, 0)));
  EXPECT_TRUE(std::isnan(loss_of({-INFINITY, -INFINITY}, 0)));
  EXPECT_THROW(loss_of({1, 2}, 2), std::invalid_argument);
  EXPECT_THROW(loss_of({1, 2}, 0, 1.5), std::invalid_argument);
}

TEST(CrossEntropy, IgnoredRows) {
  const std::vector<double> x{1, 2, 3, NAN}, dloss{2};
  const std::vector<std::int64_t> one{0, -100}, none{-100, -100};
  RowArithmetic claims{.accumulator = &formats::fp32};
  claims.reduction = Reduction::mean;
  const CrossEntropyRows rows{.x = x, .n = 2, .target = one};
  // log(1 + e) and 2 / (1 + 1 / e), rounded.
  EXPECT_EQ(cross_entropy_rows(rows, claims)->value(0, 0).value.high, 1.3132616875182228340489954949);
  const auto gradient = cross_entropy_backward_rows(rows, dloss, claims);
  EXPECT_EQ(gradient->value(0, 3).number_class, NumberClass::zero);
  EXPECT_EQ(gradient->bound(0, 3).error, 0);
  EXPECT_EQ(gradient->value(0, 1).value.high, 1.4621171572600097585023184836);
  const CrossEntropyRows all{.x = x, .n = 2, .target = none};
  EXPECT_EQ(cross_entropy_rows(all, claims)->value(0, 0).number_class, NumberClass::nan);
  claims.reduction = Reduction::sum;
  EXPECT_EQ(cross_entropy_rows(all, claims)->value(0, 0).number_class, NumberClass::zero);
  EXPECT_EQ(cross_entropy_rows(all, claims)->bound(0, 0).error, 0);
}

/// Losses by log-softmax, its smoothing as a mean of logarithms; gradients as softmax less weights.
struct Simulated {
  std::vector<double> losses, dx;
};

Simulated simulate(const Batch& b, const RowArithmetic& claims, const SoftmaxChoices& choices,
                   bool by_logarithms) {
  const RoundedArithmetic f(*claims.accumulator, claims.flushes_subnormals);
  Simulated s;
  const auto n = static_cast<std::size_t>(b.n);
  const double smoothing = f.round(b.smoothing), share = f.divide(smoothing, f.round(static_cast<double>(n)));
  double total = 0, count = 0;
  for (const std::int64_t t : b.target) count += t == -100 ? 0 : 1;
  for (std::size_t r = 0; r < b.target.size(); ++r) {
    const std::span<const double> x = std::span(b.x).subspan(r * n, n);
    const bool ignored = b.target[r] == -100;
    const auto target = static_cast<std::size_t>(ignored ? 0 : b.target[r]);
    const auto logs = simulate_softmax({.x = x, .log = true}, claims, choices);
    const auto softmax = simulate_softmax({.x = x}, claims, choices);
    double loss = -logs[target];
    if (b.smoothing != 0) {
      double sum = 0;
      for (const double l : logs) sum = f.subtract(sum, l);
      loss = f.add(f.multiply(f.subtract(1, smoothing), loss), f.multiply(share, sum));
    }
    if (ignored) loss = 0;
    s.losses.push_back(loss);
    total = f.add(total, loss);
    const double g = f.round(b.dloss[claims.reduction == Reduction::none ? r : 0]);
    const double scaled = claims.reduction == Reduction::mean ? f.divide(g, count) : g;
    for (std::size_t c = 0; c < n; ++c) {
      const double p = by_logarithms ? f.lean(std::exp(logs[c]), claims.exp.constant, 0) : softmax[c];
      double difference = b.smoothing != 0 ? f.subtract(p, share) : p;
      if (c == target) difference = f.subtract(difference, b.smoothing != 0 ? f.subtract(1, smoothing) : 1);
      s.dx.push_back(ignored ? 0 : f.multiply(scaled, difference));
    }
  }
  if (claims.reduction == Reduction::sum) s.losses = {total};
  if (claims.reduction == Reduction::mean) s.losses = {f.divide(total, count)};
  return s;
}

double worst_ratio(const RowOracle& oracle, const std::vector<double>& computed, std::int64_t& elements,
                   const std::string& what) {
  double worst = 0;
  for (std::size_t i = 0; i < computed.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    const Enclosure value = oracle.value(0, place).value;
    const RowBound bound = oracle.bound(0, place);
    if (bound.may_overflow) continue;
    ++elements;
    const double error = std::fabs(computed[i] - value.high),
                 noise = 0x1p-51 * std::fabs(computed[i]) + value.radius;
    EXPECT_LE(error, bound.error + noise) << what << " i " << i << " of " << computed.size() << " computed "
                                          << computed[i] << " exact " << value.high;
    if (error > noise) worst = std::max(worst, (error - noise) / bound.error);
  }
  return worst;
}

/// Where the output's own rounding is the last one: it is upon what the bound allows.
void expect_rounded_once(const CrossEntropyRows& rows, const Format& f, const RowArithmetic& claims,
                         double computed) {
  CrossEntropyRows stored = rows;
  stored.output = &f;
  const auto oracle = cross_entropy_rows(stored, claims);
  const RowBound bound = oracle->bound(0, 0);
  if (bound.may_overflow || std::isnan(computed)) return;
  const double exact = oracle->value(0, 0).value.high, error = std::fabs(computed - exact);
  const AccumulatorError rounding(&f, claims.flushes_subnormals);
  EXPECT_LE(error,
            bound.error + rounding.of_product(std::fabs(exact) + bound.error) + std::fabs(exact) * 0x1p-50)
      << f.name << " computed " << computed << " exact " << exact;
}

TEST(CrossEntropy, RightImplementationsKeepTheBounds) {
  Words words(42);
  const char* more = std::getenv("ULPGATE_TEST_ROUNDS");
  const int rounds = more != nullptr ? std::atoi(more) : 300;
  std::int64_t elements = 0;
  std::map<std::string, double> best;
  for (const Format* f : {&formats::fp32, &formats::fp16, &formats::bf16}) {
    for (const Reduction reduction : reductions) {
      for (int round = 0; round < rounds; ++round) {
        RowArithmetic claims{.accumulator = f};
        claims.reduction = reduction;
        if (round % 4 == 1) claims.log_softmax = LogSoftmaxAlgorithm::lse;
        if (round % 4 == 2) claims.softmax = SoftmaxAlgorithm::online;
        claims.flushes_subnormals = round % 7 == 0;
        const Batch b = draw(words, 1 + words.below(3), 1 + words.below(30), f->precision(), reduction);
        const SoftmaxChoices choices{.order = words.below(4), .lean = words.next()};
        const Simulated s = simulate(b, claims, choices, round % 3 == 0);
        const std::string what = std::string(f->name) + (reduction == Reduction::none ? "" : " reduced");
        double& loss = best["loss " + what];
        loss = std::max(
            loss, worst_ratio(*cross_entropy_rows(b.input(), claims), s.losses, elements, "loss " + what));
        if (reduction != Reduction::none) expect_rounded_once(b.input(), *f, claims, s.losses[0]);
        double& dx = best["dx " + what];
        dx = std::max(dx, worst_ratio(*cross_entropy_backward_rows(b.input(), b.dloss, claims), s.dx,
                                      elements, "dx " + what));
        if (HasFailure()) return;
      }
    }
  }
  for (const auto& [what, ratio] : best) {
    std::cout << what << ": " << ratio << "\n";
    EXPECT_GT(ratio, 0.2) << what;
  }
  std::cout << elements << " elements\n";
}

}  // namespace
}  // namespace ulpgate
