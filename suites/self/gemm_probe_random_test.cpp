// Random combinations of properties: what follows from each is derived from the model and must be found.
#include <algorithm>
#include <array>
#include <gtest/gtest.h>

#include "suites/framework/random.h"
#include "suites/probe/gemm_probe.h"
#include "suites/self/gemm_model.h"

namespace ulpgate {
namespace {

using Order = GemmModel::Order;

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(derive_seed(seed, "gemm_probe_random")) {}
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(random_.below(next_++, static_cast<std::uint64_t>(n)));
  }
  template <typename T, std::size_t N>
  T one_of(const std::array<T, N>& all) {
    return all[static_cast<std::size_t>(below(N))];
  }

 private:
  CounterRandom random_;
  std::uint64_t next_ = 0;
};

struct Instruction {
  const char* entry;
  int k;
  const Format* in;
  const char* accumulator;
  const char* rounding;
  const char* block;
  const char* bits;
};

constexpr std::array<Instruction, 11> instructions{{
    {"sm_70/mma.fp16.fp32", 4, &formats::fp16, "fp32", "toward_zero", "4", "23"},
    {"sm_80/mma.fp16.fp32", 16, &formats::fp16, "fp32", "toward_zero", "8", "24"},
    {"sm_80/mma.bf16.fp32", 8, &formats::bf16, "fp32", "toward_zero", "8", "24"},
    {"sm_80/mma.tf32.fp32", 8, &formats::tf32, "fp32", "toward_zero", "4", "24"},
    {"sm_89/mma.fp8.fp32", 32, &formats::e4m3, "E8M13", "toward_zero", "16", "13"},
    {"sm_90/wgmma.fp16.fp32", 16, &formats::fp16, "fp32", "toward_zero", "16", "25"},
    {"sm_90/wgmma.fp16.fp16", 16, &formats::fp16, "fp16", "nearest_even", "16", "25"},
    {"sm_90/wgmma.tf32.fp32", 8, &formats::tf32, "fp32", "toward_zero", "8", "25"},
    {"sm_90/wgmma.fp8.fp32", 32, &formats::e5m2, "E8M13", "toward_zero", "32", "13"},
    {"sm_90/wgmma.fp8.fp32", 32, &formats::e4m3, "E8M13", "toward_zero", "32", "13"},
    {"sm_100/tcgen05.fp8.fp32", 32, &formats::e5m2, "fp32", "toward_zero", "32", "25"},
}};

struct Drawn {
  GemmModel model;
  std::string accumulator, rounding, block, block_bits, order;
};

void draw_instruction(Draw& draw, Drawn& d) {
  const Instruction& chosen = draw.one_of(instructions);
  GemmModel& m = d.model;
  m.order = Order::instruction;
  m.instruction = chosen.entry;
  m.instruction_k = chosen.k;
  m.a = m.b = chosen.in;
  if (chosen.in == &formats::tf32 && draw.below(2) == 1) {
    m.a = m.b = &formats::fp32;
    m.a_input = m.b_input = &formats::tf32;
    m.input_rounding =
        draw.one_of(std::array{Rounding::nearest_even, Rounding::nearest_away, Rounding::toward_zero});
  }
  m.d = draw.one_of(std::array{&formats::fp32, &formats::fp16, &formats::bf16});
  if (std::string(chosen.accumulator) == "fp16") m.d = &formats::fp16;
  d.accumulator = chosen.accumulator;
  d.rounding = chosen.rounding;
  d.block = chosen.block;
  d.block_bits = chosen.bits;
  d.order = "steps of " + d.block + ", ascending";
}

void draw_scalar(Draw& draw, Drawn& d) {
  GemmModel& m = d.model;
  m.order = draw.one_of(std::array{Order::ascending, Order::descending, Order::lanes});
  m.lanes = static_cast<int>(2 << draw.below(3));
  struct Kind {
    const Format *in, *accumulator;
  };
  const Kind kind =
      draw.one_of(std::array{Kind{&formats::fp32, &formats::fp32}, Kind{&formats::fp16, &formats::fp32},
                             Kind{&formats::fp16, &formats::fp16}, Kind{&formats::bf16, &formats::bf16},
                             Kind{&formats::bf16, &formats::fp32}, Kind{&formats::fp32, &formats::fp64},
                             Kind{&formats::fp64, &formats::fp64}});
  m.a = m.b = kind.in;
  m.accumulator = kind.accumulator;
  m.d = draw.one_of(std::array{kind.in, &formats::fp32});
  m.rounds_products = draw.below(2) == 1;
  d.accumulator = m.accumulator->name;
  d.rounding = "nearest_even";
  d.block = "1";
  d.order = m.order == Order::descending ? "sequential descending"
            : m.order == Order::lanes
                ? std::to_string(m.lanes) + " strided lanes [sequential ascending], joined " +
                      (m.lanes == 2 ? "one addition" : "pairwise")
                : "sequential ascending";
}

Drawn draw_model(std::uint64_t seed) {
  Draw draw(seed);
  Drawn d;
  if (draw.below(3) > 0)
    draw_instruction(draw, d);
  else
    draw_scalar(draw, d);
  GemmModel& m = d.model;
  if (m.accumulator != &formats::fp64 || m.order == Order::instruction)
    m.promotion = draw.one_of(std::array<std::int64_t, 5>{0, 0, 64, 128, 256});
  m.split = draw.one_of(std::array<std::int64_t, 5>{1, 1, 2, 3, 4});
  m.pairwise_join = m.split == 4 && draw.below(2) == 1;
  if (draw.below(2) == 1) m.partials = m.d;
  if (m.order == Order::ascending && m.promotion == 0 && m.split == 1 && m.accumulator != &formats::fp64) {
    m.rounding = Rounding::toward_zero;
    d.rounding = "toward_zero";
  }
  // Without subnormal operands the products of e4m3 leave room for one small product at a time: slow.
  const bool may_flush = m.a != &formats::e4m3;
  m.flushes_a = may_flush && draw.below(6) == 0;
  m.flushes_b = may_flush && draw.below(6) == 0;
  return d;
}

/// What the model does at K.
std::vector<std::int64_t> starts_at(const GemmModel& m, std::int64_t k) {
  const std::int64_t length = m.part_length(k, m.split);
  std::vector<std::int64_t> starts;
  for (std::int64_t s = 0; s < k; s += length) starts.push_back(s);
  return starts;
}

class Check {
 public:
  Check(const Drawn& d, const probe::GemmProbeOptions& options)
      : d_(d), m_(d.model), facts_(probe_gemm(box_of(d.model), options)) {}

  bool all(const std::vector<std::int64_t>& ks) {
    equal("repeats", "same");
    equal("accumulator", d_.accumulator);
    equal("accumulator_rounding", d_.rounding);
    equal("block", d_.block);
    equal("block_bits", d_.block_bits);
    if (starts_at(m_, 64).size() == 1) equal("order", d_.order);
    inputs();
    equal("promotion", m_.promotion > 0 ? std::to_string(m_.promotion) : "none");
    if (m_.promotion > 0) {
      equal("promotion_sum", "fp32");
      equal("promotion_sum_rounding", "nearest_even");
    }
    for (const std::int64_t k : ks) parts(k);
    joining(ks);
    return good_;
  }
  const probe::GemmFacts& facts() const { return facts_; }

 private:
  void equal(const std::string& name, const std::string& value) {
    const probe::GemmFact* fact = facts_.find(name);
    EXPECT_NE(fact, nullptr) << m_.text() << ": " << name;
    EXPECT_EQ(facts_.value(name), value) << m_.text() << ": " << name;
    good_ = good_ && fact != nullptr && fact->value == value;
  }

  void inputs() {
    const char* rounding = m_.input_rounding == Rounding::nearest_even   ? "nearest_even"
                           : m_.input_rounding == Rounding::nearest_away ? "nearest_away"
                                                                         : "toward_zero";
    for (const std::string side : {"a", "b"}) {
      const bool flushes = side == "a" ? m_.flushes_a : m_.flushes_b;
      if (m_.a_input != nullptr) {
        equal(side + "_input", "tf32");
        equal(side + "_rounding", rounding);
      } else {
        // The padding of tf32 is not read. Sums in bf16 show no more than the 8 bits that bf16 has.
        equal(side + "_input", m_.a == &formats::tf32 ? "tf32" : "exact");
      }
      equal(side + "_subnormals", flushes ? "flushed" : "kept");
    }
  }

  /// Shares of K that are as long as what is promoted are no other parts than those, and one addition after
  /// another joins both.
  bool hidden(std::int64_t k) const {
    const auto starts = starts_at(m_, k);
    return m_.promotion > 0 && starts.size() > 1 && starts[1] == m_.promotion;
  }

  void parts(std::int64_t k) {
    const std::string at = "@" + std::to_string(k);
    const auto starts = starts_at(m_, k);
    if (hidden(k)) return;
    equal("split_k" + at, std::to_string(starts.size()));
    if (starts.size() < 2) return;
    std::string list;
    for (const std::int64_t s : starts) list += (list.empty() ? "" : ", ") + std::to_string(s);
    equal("parts" + at, list);
    equal("joined" + at, starts.size() == 2                       ? "one addition"
                         : starts.size() == 4 && m_.pairwise_join ? "pairwise"
                                                                  : "sequential ascending");
  }

  void joining(const std::vector<std::int64_t>& ks) {
    std::size_t most = 1;
    for (const std::int64_t k : ks) most = std::max(most, hidden(k) ? 1 : starts_at(m_, k).size());
    if (most == 1) return;
    const bool wide = m_.order != Order::instruction && m_.accumulator == &formats::fp64;
    if (most >= 3) {
      equal("joining", wide ? "fp64" : "fp32");
      equal("joining_rounding", "nearest_even");
    }
    const int kept = m_.promotion > 0            ? 23
                     : d_.accumulator == "fp64"  ? 52
                     : d_.accumulator == "fp32"  ? 23
                     : d_.accumulator == "E8M13" ? 13
                     : d_.accumulator == "fp16"  ? 10
                                                 : 7;
    if (m_.d->significand_bits < kept) equal("partials", m_.partials != nullptr ? "output" : "accumulator");
  }

  const Drawn& d_;
  const GemmModel& m_;
  probe::GemmFacts facts_;
  bool good_ = true;
};

TEST(GemmProbeRandom, EveryCombinationIsFound) {
  probe::GemmProbeOptions options{
      .size = 8, .part_ks = {256, 1000, 2048, 4096}, .data_k = 64, .batches = {1, 3}, .repeats = 2};
  int failed = 0, split = 0, promoted = 0;
  for (std::uint64_t seed = 1; seed <= 100 && failed < 5; ++seed) {
    const Drawn d = draw_model(seed);
    split += d.model.split > 1 ? 1 : 0;
    promoted += d.model.promotion > 0 ? 1 : 0;
    Check check(d, options);
    if (check.all(options.part_ks)) continue;
    ++failed;
    ADD_FAILURE() << "seed " << seed << ": " << d.model.text() << "\n" << facts_table(check.facts());
  }
  EXPECT_GE(split, 40);
  EXPECT_GE(promoted, 40);
}

}  // namespace
}  // namespace ulpgate
