// Right implementations of every claim never exceed the bound of attention; hill climbing shows how near they
// come.
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iomanip>
#include <iostream>

#include "reference/oracles/attention.h"
#include "reference/tests/rows/simulated_attention.h"
#include "reference/tests/rows/softmax_rows.h"

namespace ulpgate {
namespace {

struct Claimed {
  std::string name;
  RowArithmetic arithmetic;
};

std::vector<Claimed> all_claims() {
  std::vector<Claimed> all;
  for (const Format* f : {&formats::fp32, &formats::fp16, &formats::bf16}) {
    const std::string name(f->name);
    const auto add = [&](const char* what, auto change) {
      RowArithmetic a{.accumulator = f};
      change(a);
      all.push_back({name + " " + what, a});
    };
    const auto online = [](RowArithmetic& a, std::int64_t block) {
      a.softmax = SoftmaxAlgorithm::online;
      a.block = block;
    };
    add("shifted", [](RowArithmetic&) {});
    add("online", [&](RowArithmetic& a) { online(a, 4); });
    add("online:1", [&](RowArithmetic& a) { online(a, 1); });
    add("base2", [](RowArithmetic& a) { a.softmax = SoftmaxAlgorithm::base2; });
    add("base2_online", [](RowArithmetic& a) {
      a.softmax = SoftmaxAlgorithm::base2_online;
      a.block = 8;
    });
    add("unshifted", [](RowArithmetic& a) { a.softmax = SoftmaxAlgorithm::unshifted; });
    add("split", [](RowArithmetic& a) { a.parts = 3; });
    add("online split", [&](RowArithmetic& a) {
      online(a, 4);
      a.parts = 4;
    });
    add("base2_online split", [](RowArithmetic& a) {
      a.softmax = SoftmaxAlgorithm::base2_online;
      a.block = 4;
      a.parts = 3;
    });
    add("reciprocal", [](RowArithmetic& a) { a.division = Division::reciprocal; });
    add("fast", [&](RowArithmetic& a) {
      online(a, 4);
      a.parts = 2;
      a.division = Division::approximate;
      a.division_ulps = 2;
      a.exp = {2, 1.173};
      a.flushes_subnormals = true;
      a.log_absolute = -21;
    });
    for (const Format* p : {&formats::fp16, &formats::bf16}) {
      if (p == f) continue;
      add(p == &formats::fp16 ? "fp16 weights" : "bf16 weights", [&](RowArithmetic& a) {
        online(a, 4);
        a.probabilities = p;
      });
      add("weights split", [&](RowArithmetic& a) {
        a.parts = 3;
        a.probabilities = p;
      });
    }
  }
  return all;
}

struct Problem {
  TestRow row = {};
  std::vector<double> v = {};
  std::int64_t d = 1;
  AttentionRow input() const {
    return {.x = row.x, .masked = row.masked, .scale = row.scale, .v = v, .d = d};
  }
};

struct Checked {
  double ratio = 0;  ///< largest error over bound
  std::int64_t elements = 0;
  std::int64_t unbounded = 0;
};

/// Fails the test where an element is beyond its bound.
Checked check(const Problem& p, const Claimed& claimed, const AttentionChoices& choices) {
  Checked checked;
  const AttentionRow input = p.input();
  const auto oracle = attention_row(input, claimed.arithmetic);
  const SimulatedAttention computed = simulate_attention(input, claimed.arithmetic, choices);
  const auto one = [&](int output, std::int64_t i, double got) {
    const RowValue value = oracle->value(output, i);
    if (value.number_class != NumberClass::zero && value.number_class != NumberClass::finite) return;
    const RowBound bound = oracle->bound(output, i);
    ++checked.elements;
    if (bound.may_overflow && !std::isfinite(got)) return;
    if (std::isinf(bound.error)) {
      ++checked.unbounded;
      return;
    }
    const double error = std::fabs(got - value.value.high);
    if (error == 0) return;
    const double noise = 0x1p-50 * std::fabs(got) + value.value.radius;
    EXPECT_LE(error, bound.error + noise)
        << claimed.name << " output " << output << " n " << p.row.x.size() << " i " << i << " computed "
        << got << " exact " << value.value.high << " scale " << p.row.scale << " order " << choices.order
        << " divides_first " << choices.divides_first << " by_lse " << choices.by_lse;
    if (error > noise) checked.ratio = std::max(checked.ratio, (error - noise) / bound.error);
  };
  for (std::int64_t c = 0; c < p.d; ++c) one(0, c, computed.o[static_cast<std::size_t>(c)]);
  one(1, 0, computed.lse);
  return checked;
}

AttentionChoices draw_choices(Words& words) {
  return {.order = words.below(3),
          .lean = words.below(3) == 0 ? 0 : words.next(),
          .divides_first = words.below(2) == 0,
          .sums_rounded = words.below(2) == 0,
          .fuses = words.below(3) == 0,
          .by_lse = words.below(2) == 0,
          .cut = words.below(3)};
}

/// One sign, both, wide, one number, or far below 1.
double draw_value(Words& words, int kind, int bits) {
  const double u = words.unit();
  switch (kind % 5) {
    case 0:
      return with_precision(u, bits);
    case 1:
      return with_precision(2 * u - 1, bits);
    case 2:
      return with_precision(std::ldexp(2 * u - 1, words.below(24) - 12), bits);
    case 3:
      return 0.75;
    default:
      return with_precision(std::ldexp(2 * u - 1, -20 - words.below(100)), bits);
  }
}

TEST(AttentionBound, RightImplementationsKeepIt) {
  Words words(41);
  const char* more = std::getenv("ULPGATE_TEST_ROUNDS");
  const int rounds = more != nullptr ? std::atoi(more) : 240;
  std::int64_t elements = 0, unbounded = 0;
  for (const Claimed& claimed : all_claims()) {
    for (int round = 0; round < rounds; ++round) {
      Problem p{.row = draw_row(words, 1 + words.below(round % 20 == 0 ? 700 : 70), round), .d = 8};
      p.row.mask.clear();
      for (std::size_t i = 0; i < p.row.x.size() * static_cast<std::size_t>(p.d); ++i)
        p.v.push_back(draw_value(words, round, 8 + 16 * (round % 2)));
      const Checked checked = check(p, claimed, draw_choices(words));
      elements += checked.elements;
      unbounded += checked.unbounded;
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(elements, 200 * rounds);
  EXPECT_LT(unbounded, elements / 3);
  std::cout << elements << " elements, of " << unbounded << " nothing was said\n";
}

double climb(const Claimed& claimed, Words& words, int steps) {
  double best = 0;
  const int bits = claimed.arithmetic.accumulator->precision();
  for (int start = 0; start < 4; ++start) {
    Problem p;
    const int n = start == 0 ? 2 : start == 1 ? 3 : start == 2 ? 8 : 24;
    const double spread = start % 2 == 0 ? 1 : 6;
    for (int i = 0; i < n; ++i) {
      p.row.x.push_back(with_precision(-spread * words.unit(), bits));
      p.v.push_back(with_precision(words.unit() + 0.5, bits));
    }
    AttentionChoices choices = draw_choices(words);
    double here = check(p, claimed, choices).ratio;
    for (int step = 0; step < steps; ++step) {
      Problem changed = p;
      AttentionChoices chosen = choices;
      const auto at = static_cast<std::size_t>(words.below(n));
      switch (words.below(5)) {
        case 0:
          changed.row.x[at] = with_precision(-spread * words.unit(), bits);
          break;
        case 1:
          changed.v[at] = with_precision(2 * words.unit() - 0.5, bits);
          break;
        case 2:
          changed.v[at] = with_precision(changed.v[at] * (1 + 0.01 * (words.unit() - 0.5)), bits);
          break;
        case 3:
          chosen.lean ^= std::uint64_t{1} << words.below(61);
          break;
        default:
          chosen = draw_choices(words);
          chosen.lean = choices.lean;
      }
      const double ratio = check(changed, claimed, chosen).ratio;
      if (ratio < here) continue;
      here = ratio;
      p = changed;
      choices = chosen;
    }
    best = std::max(best, here);
  }
  return best;
}

TEST(AttentionBound, IsNotFarAboveWhatHappens) {
  Words words(42);
  for (const Claimed& claimed : all_claims()) {
    const double ratio = climb(claimed, words, 400);
    std::cout << std::setprecision(2) << claimed.name << ": " << ratio << "\n";
    EXPECT_LE(ratio, 1) << claimed.name;
    EXPECT_GE(ratio, 0.1) << claimed.name;
  }
}

}  // namespace
}  // namespace ulpgate
