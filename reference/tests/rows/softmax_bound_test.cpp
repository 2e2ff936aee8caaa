// Right implementations of every claim never exceed the bound of softmax; hill climbing shows how near they
// come.
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iomanip>
#include <iostream>
#include <map>

#include "reference/oracles/softmax.h"
#include "reference/tests/rows/simulated_softmax.h"
#include "reference/tests/rows/softmax_rows.h"

namespace ulpgate {
namespace {

struct Claimed {
  const char* name;
  RowArithmetic arithmetic;
  bool log = false;
};

RowArithmetic with(const Format& accumulator, SoftmaxAlgorithm algorithm, std::int64_t block = 0) {
  RowArithmetic a{.accumulator = &accumulator};
  a.softmax = algorithm;
  a.block = block;
  return a;
}

std::vector<Claimed> all_claims() {
  std::vector<Claimed> all;
  for (const Format* f : {&formats::fp32, &formats::fp16, &formats::bf16}) {
    for (const bool log : {false, true}) {
      all.push_back({"shifted", with(*f, SoftmaxAlgorithm::shifted), log});
      all.push_back({"online", with(*f, SoftmaxAlgorithm::online, 4), log});
      all.push_back({"online:1", with(*f, SoftmaxAlgorithm::online, 1), log});
      all.push_back({"base2", with(*f, SoftmaxAlgorithm::base2), log});
      all.push_back({"base2_online", with(*f, SoftmaxAlgorithm::base2_online, 8), log});
      all.push_back({"unshifted", with(*f, SoftmaxAlgorithm::unshifted), log});
    }
    Claimed c{"reciprocal", with(*f, SoftmaxAlgorithm::shifted)};
    c.arithmetic.division = Division::reciprocal;
    all.push_back(c);
    c.name = "fast";
    c.arithmetic.division = Division::approximate;
    c.arithmetic.division_ulps = 2;
    c.arithmetic.exp = {2, 1.173};
    c.arithmetic.flushes_subnormals = true;
    all.push_back(c);
    c.name = "fast log";
    c.log = true;
    c.arithmetic.log_absolute = -21;
    all.push_back(c);
    c = {"lse", with(*f, SoftmaxAlgorithm::shifted), true};
    c.arithmetic.log_softmax = LogSoftmaxAlgorithm::lse;
    all.push_back(c);
    c.name = "of_softmax";
    c.arithmetic.log_softmax = LogSoftmaxAlgorithm::of_softmax;
    all.push_back(c);
    c = {"through log", with(*f, SoftmaxAlgorithm::shifted)};
    c.arithmetic.through_logarithm = true;
    all.push_back(c);
    c.name = "fast through log";
    c.arithmetic.exp = {2, 1.173};
    c.arithmetic.log_absolute = -21;
    c.arithmetic.flushes_subnormals = true;
    all.push_back(c);
    c = {"online through log", with(*f, SoftmaxAlgorithm::online, 4)};
    c.arithmetic.through_logarithm = true;
    all.push_back(c);
    c = {"flushed", with(*f, SoftmaxAlgorithm::online, 4)};
    c.arithmetic.flushes_subnormals = true;
    all.push_back(c);
    c = {"base2 lse", with(*f, SoftmaxAlgorithm::base2), true};
    c.arithmetic.log_softmax = LogSoftmaxAlgorithm::lse;
    all.push_back(c);
  }
  return all;
}

struct Checked {
  double ratio = 0;  ///< largest error over bound
  std::int64_t elements = 0;
  std::int64_t unbounded = 0;
};

/// Fails the test where an element is beyond its bound.
Checked check(const TestRow& row, const Claimed& claimed, const SoftmaxChoices& choices) {
  Checked checked;
  RowArithmetic rules = claimed.arithmetic;
  if (row.has_mask_value) rules.mask_value = -10000;
  SoftmaxRow input = row.input(claimed.log);
  const auto oracle = softmax_row(input, rules);
  const auto computed = simulate_softmax(input, rules, choices);
  for (std::size_t i = 0; i < computed.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    const RowValue value = oracle->value(0, place);
    const bool finite = value.number_class == NumberClass::zero || value.number_class == NumberClass::finite;
    if (!finite) continue;
    const RowBound bound = oracle->bound(0, place);
    ++checked.elements;
    if (bound.may_overflow && !std::isfinite(computed[i])) continue;
    if (std::isinf(bound.error)) {
      ++checked.unbounded;
      continue;
    }
    const double error = std::fabs(computed[i] - value.value.high);
    if (error == 0) continue;
    // Doubles hold neither number better than 2^-52 of it.
    const double noise = 0x1p-51 * std::fabs(computed[i]) + value.value.radius;
    EXPECT_LE(error, bound.error + noise)
        << claimed.name << (claimed.log ? " log " : " ") << claimed.arithmetic.accumulator->name << " n "
        << computed.size() << " i " << i << " computed " << computed[i] << " exact " << value.value.high
        << " scale " << row.scale << " x " << row.x[i] << " order " << choices.order
        << (row.mask.empty() ? "" : " mask") << (row.masked.empty() ? "" : " masked");
    if (error > noise) checked.ratio = std::max(checked.ratio, (error - noise) / bound.error);
  }
  return checked;
}

TEST(SoftmaxBound, RightImplementationsKeepIt) {
  Words words(21);
  const char* more = std::getenv("ULPGATE_TEST_ROUNDS");
  const int rounds = more != nullptr ? std::atoi(more) : 300;
  std::int64_t elements = 0, unbounded = 0;
  for (const Claimed& claimed : all_claims()) {
    for (int round = 0; round < rounds; ++round) {
      const TestRow row = draw_row(words, 1 + words.below(round % 20 == 0 ? 700 : 70), round);
      const SoftmaxChoices choices{.order = round / 8 % 4, .lean = words.below(3) == 0 ? 0 : words.next()};
      const Checked checked = check(row, claimed, choices);
      elements += checked.elements;
      unbounded += checked.unbounded;
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(elements, 1000 * rounds);
  EXPECT_LT(unbounded, elements / 4);
  std::cout << elements << " elements, of " << unbounded << " nothing was said\n";
}

/// The largest ratio that changes of one row find, one logit or choice at a time.
double climb(const Claimed& claimed, Words& words, int steps) {
  double best = 0;
  for (int start = 0; start < 4; ++start) {
    TestRow row;
    const int n = start == 0 ? 2 : start == 1 ? 3 : start == 2 ? 8 : 24;
    const double spread = start % 2 == 0 ? 1 : 12;
    const int bits = claimed.arithmetic.accumulator->precision();
    for (int i = 0; i < n; ++i) row.x.push_back(with_precision(-spread * words.unit(), bits));
    SoftmaxChoices choices{.order = 0, .lean = words.next()};
    double here = check(row, claimed, choices).ratio;
    for (int step = 0; step < steps; ++step) {
      TestRow changed = row;
      SoftmaxChoices chosen = choices;
      double& x = changed.x[static_cast<std::size_t>(words.below(n))];
      switch (words.below(4)) {
        case 0:
          x = with_precision(-spread * words.unit(), bits);
          break;
        case 1:
          x = with_precision(x * (1 + 0.01 * (words.unit() - 0.5)), bits);
          break;
        case 2:
          chosen.lean ^= std::uint64_t{1} << words.below(61);
          break;
        default:
          chosen.order = words.below(4);
      }
      const double ratio = check(changed, claimed, chosen).ratio;
      if (ratio < here) continue;
      here = ratio;
      row = changed;
      choices = chosen;
    }
    best = std::max(best, here);
  }
  return best;
}

TEST(SoftmaxBound, IsNotFarAboveWhatHappens) {
  Words words(22);
  for (const Claimed& claimed : all_claims()) {
    const double ratio = climb(claimed, words, 600);
    std::cout << std::setprecision(2) << claimed.arithmetic.accumulator->name << " " << claimed.name
              << (claimed.log ? " log" : "") << ": " << ratio << "\n";
    EXPECT_LE(ratio, 1) << claimed.name;
    EXPECT_GE(ratio, 0.1) << claimed.name;
    const bool forward = claimed.arithmetic.softmax == SoftmaxAlgorithm::shifted && !claimed.log &&
                         !claimed.arithmetic.through_logarithm;
    if (forward && claimed.arithmetic.division == Division::rounded) {
      EXPECT_GE(ratio, 0.3) << claimed.name;
    }
  }
}

}  // namespace
}  // namespace ulpgate
