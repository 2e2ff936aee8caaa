// Steps of AdamW and SGD: published vectors, the twin, and simulated implementations, right and wrong.
#include "reference/twins/optimizer.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/tests/scaler/simulated_step.h"
#include "reference/tests/scaler/step_draws.h"
#include "reference/tests/scaler/vector_lines.h"

namespace ulpgate {
namespace {

/// One element.
struct Inputs {
  double g, p, m, v, scale = 1;
  AdamWRow row(const AdamWScalars& s) const { return {{&g, 1}, {&p, 1}, {&m, 1}, {&v, 1}, s, scale}; }
};

double distance(const RowValue& value, const TwinReal& x) {
  return static_cast<double>(abs(TwinReal(value.value.high) + TwinReal(value.value.low) - x));
}

TEST(AdamW, Vectors) {
  SimulatedState<double> state{1, 0, 0}, other{1, 0, 0};
  AdamWScalars scalars;
  double largest_g = 0, largest_m = 0;
  for (const ScalerLine& line : scaler_lines("adamw.txt")) {
    if (line.words.at(1) == "fresh") {
      state = other = {1, 0, 0};
      scalars.step = 0;
      largest_g = largest_m = 0;
    }
    ++scalars.step;
    const double g = scaler_number(line.options.at("g"));
    const Inputs in{g, state.param, state.m, state.v};
    const auto oracle = adamw_row(in.row(scalars), {.accumulator = &formats::fp64});
    state = simulate_adamw(scalars, StepOrder::decay_first, false, g, state);
    other = simulate_adamw(scalars, StepOrder::decay_added, false, g, other);
    const double p = scaler_number(line.expected.at(0)), m = scaler_number(line.expected.at(1)),
                 v = scaler_number(line.expected.at(2));
    // 17 digits are one double.
    EXPECT_LE(std::fabs(state.param - p), half_unit(line.expected.at(0))) << line.place;
    // The other order, in double: two ulps of a number below 1.
    EXPECT_LE(std::fabs(other.param - p), 2 * 0x1p-53) << line.place;
    const double got[] = {state.param, state.m, state.v};
    for (int output = 0; output < 3; ++output)
      EXPECT_LE(distance(oracle->refined(output, 0, 100), TwinReal(got[output])),
                oracle->bound(output, 0).error)
          << line.place << " " << output;
    // Decimals meet doubles: beta is off by 2^-54 and g by half an ulp, and each of three operations a step
    // rounds, so that a step adds less than 2^-51 of the largest m and g there were, or of their squares.
    largest_g = std::max(largest_g, std::fabs(g));
    largest_m = std::max(largest_m, std::fabs(state.m));
    const double steps = static_cast<double>(scalars.step);
    EXPECT_LE(std::fabs(state.m - m), steps * 0x1p-51 * (largest_m + largest_g)) << line.place;
    EXPECT_LE(std::fabs(state.v - v), steps * 0x1p-51 * largest_g * largest_g) << line.place;
  }
}

struct Tally {
  int elements = 0, beyond = 0;
  double tightest = 0;
};

template <typename Real>
void judge(const RowOracle& oracle, const SimulatedState<Real>& got, Tally& tally) {
  const double outputs[] = {static_cast<double>(got.param), static_cast<double>(got.m),
                            static_cast<double>(got.v)};
  for (int output = 0; output < 3; ++output) {
    const RowBound bound = oracle.bound(output, 0);
    if (bound.may_overflow || std::isinf(bound.error)) continue;
    ++tally.elements;
    const double error = distance(oracle.refined(output, 0, 100), TwinReal(outputs[output]));
    if (!(error <= bound.error)) ++tally.beyond;
    if (bound.error > 0) tally.tightest = std::max(tally.tightest, error / bound.error);
  }
}

template <typename Real>
Tally run(const Format& format, StepOrder order, StepFault fault, int count) {
  Words words(7);
  Tally tally;
  for (int i = 0; i < count; ++i) {
    const AdamWScalars s = draw_adamw(words);
    const double g = draw_number(words, -30, 6), p = draw_number(words, -12, 4),
                 m = draw_number(words, -30, 2), v = std::fabs(draw_number(words, -40, 4));
    const Inputs in{g, p, words.below(4) == 0 ? 0 : m, words.below(4) == 0 ? 0 : v};
    const auto oracle = adamw_row(in.row(s), {.accumulator = &format, .order = order});
    const SimulatedState<Real> state{static_cast<Real>(in.p), static_cast<Real>(in.m),
                                     static_cast<Real>(in.v)};
    judge(*oracle, simulate_adamw(s, order, words.below(2) == 0, static_cast<Real>(g), state, fault), tally);
  }
  return tally;
}

TEST(AdamW, RightOnesAreWithinTheBound) {
  for (const StepOrder order : {StepOrder::decay_first, StepOrder::decay_added}) {
    const Tally narrow = run<float>(formats::fp32, order, StepFault::none, 1500);
    EXPECT_EQ(narrow.beyond, 0);
    EXPECT_GT(narrow.elements, 4000);
    EXPECT_GT(narrow.tightest, 0.5);
    EXPECT_EQ(run<double>(formats::fp64, order, StepFault::none, 1500).beyond, 0);
  }
}

TEST(AdamW, WrongOnesAreNot) {
  for (const StepFault fault : {StepFault::eps_in_root, StepFault::no_correction, StepFault::coupled_decay,
                                StepFault::second_moment_of_first, StepFault::beta_swapped}) {
    for (const StepOrder order : {StepOrder::decay_first, StepOrder::decay_added})
      EXPECT_GT(run<float>(formats::fp32, order, fault, 200).beyond, 20) << static_cast<int>(fault);
  }
}

TEST(AdamW, TwinAgrees) {
  Words words(3);
  for (int i = 0; i < 60; ++i) {
    AdamWScalars s = draw_adamw(words);
    s.step = 1 + words.below(40);
    const Inputs in{draw_number(words, -30, 6), draw_number(words, -12, 4), draw_number(words, -30, 2),
                    std::fabs(draw_number(words, -40, 4)), words.below(2) == 0 ? 1.0 : 3.0};
    const auto oracle = adamw_row(in.row(s), {.accumulator = &formats::fp32});
    const TwinStep twin = twin_adamw(s, in.g, in.p, in.m, in.v, in.scale);
    const TwinReal expected[] = {twin.param, twin.m, twin.v};
    for (int output = 0; output < 3; ++output) {
      const RowValue value = oracle->value(output, 0), refined = oracle->refined(output, 0, 100);
      const double own = static_cast<double>(abs(expected[output])) * 0x1p-100;
      EXPECT_LE(distance(value, expected[output]), value.value.radius + own);
      EXPECT_LE(distance(refined, expected[output]), refined.value.radius + own);
      EXPECT_LE(refined.value.radius, own);
    }
  }
}

TEST(AdamW, WhatIsNotFinite) {
  const double inf = HUGE_VAL;
  for (const double g : {inf, -inf, std::nan("")}) {
    const Inputs in{g, 1, 0.5, 0.25};
    const auto oracle = adamw_row(in.row({}), {.accumulator = &formats::fp32});
    const auto got = simulate_adamw<double>({}, StepOrder::decay_first, false, g, {in.p, in.m, in.v});
    EXPECT_TRUE(std::isnan(got.param));
    EXPECT_EQ(oracle->value(AdamWOutput::param, 0).number_class, NumberClass::nan);
    const RowValue m = oracle->value(AdamWOutput::m, 0), v = oracle->value(AdamWOutput::v, 0);
    EXPECT_EQ(m.number_class, std::isnan(g) ? NumberClass::nan : NumberClass::infinity);
    EXPECT_EQ(v.number_class, std::isnan(g) ? NumberClass::nan : NumberClass::infinity);
    EXPECT_EQ(m.negative, g == -inf);
    EXPECT_FALSE(v.negative);
  }
}

TEST(Sgd, TwinAgreesAndRightOnesAreWithinTheBound) {
  Words words(4);
  double tightest = 0;
  for (int i = 0; i < 1500; ++i) {
    const SgdScalars s = draw_sgd(words);
    const double g = draw_number(words, -20, 6), p = draw_number(words, -12, 4),
                 b = draw_number(words, -20, 4);
    SgdRow row{{&g, 1}, {&p, 1}, {&b, 1}, s};
    const auto oracle = sgd_row(row, {.accumulator = &formats::fp32});
    const TwinStep twin = twin_sgd(s, g, p, b);
    const auto got = simulate_sgd<float>(s, words.below(2) == 0, static_cast<float>(g), static_cast<float>(p),
                                         static_cast<float>(b));
    const double outputs[] = {static_cast<double>(got.param), static_cast<double>(got.m)};
    const TwinReal expected[] = {twin.param, twin.m};
    for (int output = 0; output < 2; ++output) {
      const RowValue value = oracle->value(output, 0), refined = oracle->refined(output, 0, 100);
      EXPECT_LE(distance(value, expected[output]), value.value.radius);
      EXPECT_LE(distance(refined, expected[output]), refined.value.radius);
      const double error = distance(refined, TwinReal(outputs[output])),
                   bound = oracle->bound(output, 0).error;
      EXPECT_LE(error, bound) << i << " " << output;
      if (bound > 0) tightest = std::max(tightest, error / bound);
    }
  }
  EXPECT_GT(tightest, 0.5);
}

// What a copy in bf16 alone loses: spacing below 1 is 2^-8, so a step of 1e-3 rounds back to 1.
TEST(Sgd, MasterWeightsKeepWhatNarrowOnesLose) {
  const double g = 1, p = 1;
  SgdScalars s;
  s.lr = 1e-3;
  const SgdRow row{{&g, 1}, {&p, 1}, {}, s};
  const auto oracle = sgd_row(row, {.accumulator = &formats::fp32});
  const Enclosure first = oracle->value(SgdOutput::param, 0).value;
  EXPECT_EQ(encode(formats::bf16, Exact::from_double(first.high), Rule{}).code, 0x3F80u);
  const double master = first.high;
  const SgdRow second{{&g, 1}, {&master, 1}, {}, s};
  const auto next = sgd_row(second, {.accumulator = &formats::fp32});
  EXPECT_EQ(encode(formats::bf16, Exact::from_double(next->value(0, 0).value.high), Rule{}).code, 0x3F7Fu);
}

}  // namespace
}  // namespace ulpgate
