// The bounds of gemm against the engine: chains of instructions on data that drive their errors up, judged
// by exact sums.
#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "reference/bounds/gemm.h"
#include "reference/exact/exact.h"
#include "reference/tensor_core/mma.h"

namespace ulpgate {
namespace {

/// splitmix64.
class Words {
 public:
  explicit Words(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }

 private:
  std::uint64_t state_;
};

/// A finite code with the given distance from the top of the exponent range, random significand.
std::uint64_t draw(const Format& f, Words& words, int spread, bool positive) {
  const auto field = static_cast<int>(Format::ones(f.exponent_bits));
  int exponent = field / 2 - words.below(spread + 1);
  exponent = std::max(exponent, 0);
  std::uint64_t code = (static_cast<std::uint64_t>(exponent) << f.significand_bits |
                        (words.next() & Format::ones(f.significand_bits)))
                       << f.padding_bits;
  if (!positive && f.has_sign && words.below(2) == 1) code |= f.sign_mask();
  return code;
}

struct Chain {
  std::vector<std::uint64_t> a, b;
};

Chain draw_chain(const Format& a, const Format& b, int k, int family, Words& words) {
  Chain c;
  const int spread = family % 3 == 0 ? 0 : family % 3 == 1 ? 6 : 40;
  const bool positive = family / 3 % 2 == 1;
  for (int i = 0; i < k; ++i) {
    c.a.push_back(draw(a, words, spread, positive));
    c.b.push_back(draw(b, words, spread, positive));
  }
  // One large product among small ones that lose nearly all.
  if (family >= 6) {
    for (int i = 1; i < k; ++i) c.a[static_cast<std::size_t>(i)] = draw(a, words, 40, true);
    c.a[0] = draw(a, words, 0, true);
    c.b[0] = draw(b, words, 0, true);
  }
  return c;
}

bool subnormal(const Format& f, std::uint64_t code) {
  return (code & f.magnitude_mask()) != 0 &&
         ((code & f.magnitude_mask()) >> f.padding_bits) <= Format::ones(f.significand_bits);
}

void flush(const Format& fa, const Format& fb, Chain& c) {
  for (std::uint64_t& x : c.a) x = subnormal(fa, x) ? 0 : x;
  for (std::uint64_t& x : c.b) x = subnormal(fb, x) ? 0 : x;
}

struct Measured {
  Exact sum;
  GemmTerms terms;
  std::vector<double> blocks;
};

Measured measure(const Format& fa, const Format& fb, const Chain& c, int block) {
  Measured m;
  bool a_subnormal = false, b_subnormal = false;
  m.terms.quantum = std::numeric_limits<int>::max();
  m.terms.k = static_cast<std::int64_t>(c.a.size());
  for (std::size_t i = 0; i < c.a.size(); ++i) {
    const Exact a = Exact::from_code(fa, c.a[i]), b = Exact::from_code(fb, c.b[i]);
    const Exact product = a * b;
    m.sum += product;
    if (i % static_cast<std::size_t>(block) == 0) m.blocks.push_back(0);
    const double size = std::fabs(product.to_double());
    m.blocks.back() += size;
    m.terms.magnitude += size;
    if (!product.is_zero()) m.terms.quantum = std::min(m.terms.quantum, product.exponent());
    m.terms.a_largest = std::max(m.terms.a_largest, std::fabs(a.to_double()));
    m.terms.b_largest = std::max(m.terms.b_largest, std::fabs(b.to_double()));
    a_subnormal = a_subnormal || subnormal(fa, c.a[i]);
    b_subnormal = b_subnormal || subnormal(fb, c.b[i]);
  }
  m.terms.largest = std::max(m.terms.a_largest, std::ldexp(1, fa.min_exponent())) *
                    std::max(m.terms.b_largest, std::ldexp(1, fb.min_exponent()));
  m.terms.excess = subnormal_excess(fa, a_subnormal, m.terms.a_largest, fb, b_subnormal, m.terms.b_largest);
  return m;
}

struct Best {
  double chain = 0, tree = 0;
};

Best drive(const ProfileEntry& entry, const Format& a, const Format& b) {
  const Mma mma(entry, a, b);
  const StepError step = step_error(entry, a, b);
  const int k = entry.largest_k();
  GemmArithmetic arithmetic{
      .a = &a, .b = &b, .d = entry.output, .accumulator = entry.output, .instruction = step};
  arithmetic.instruction_k = k;
  Words words(7);
  Best best;
  for (int round = 0; round < 60; ++round) {
    for (int family = 0; family < 9; ++family) {
      const int length = k * (1 + round % 5);
      Chain c = draw_chain(a, b, length, family, words);
      if (step.flushes_operands) flush(a, b, c);
      const Measured m = measure(a, b, c, std::min(step.products, k));
      const std::uint64_t d = mma.dot_chain(k, c.a, c.b, 0);
      if (!is_finite(*entry.output, d)) continue;
      const Exact error = (Exact::from_code(*entry.output, d) - m.sum).abs();
      arithmetic.ascending = true;
      const GemmBound chain = gemm_bound(arithmetic, m.terms, m.blocks);
      arithmetic.ascending = false;
      const GemmBound tree = gemm_bound(arithmetic, m.terms);
      EXPECT_TRUE(error <= Exact::from_double(chain.error))
          << entry.id << " family " << family << " k " << length << ": " << error.to_double() << " and "
          << chain.error;
      EXPECT_TRUE(error <= Exact::from_double(tree.error)) << entry.id << " family " << family;
      if (chain.error > 0) best.chain = std::max(best.chain, error.to_double() / chain.error);
      if (tree.error > 0) best.tree = std::max(best.tree, error.to_double() / tree.error);
    }
  }
  return best;
}

TEST(GemmBound, HoldsForChainsOfEveryInstruction) {
  int driven = 0;
  for (const Profile& profile : built_in_profiles()) {
    for (const ProfileEntry& entry : profile.entries) {
      if (entry.arithmetic.scale_format != nullptr || entry.arithmetic.algorithm == Algorithm::integer_sum)
        continue;
      if (entry.accumulator->name != entry.output->name || entry.output->storage_bits == 64) continue;
      const auto [a, b] = entry.input_pairs().front();
      const Best best = drive(entry, *a, *b);
      RecordProperty(profile.architecture + "." + entry.id,
                     std::to_string(best.chain) + " " + std::to_string(best.tree));
      ++driven;
    }
  }
  EXPECT_GT(driven, 40);
}

/// Of sums of k products of size 1/k that are no multiples of anything.
double bound_of(const Format& accumulator, std::int64_t k, std::int64_t split_k, const Format* d) {
  GemmArithmetic arithmetic;
  arithmetic.a = arithmetic.b = &formats::fp16;
  arithmetic.d = d;
  arithmetic.accumulator = &accumulator;
  arithmetic.split_k = split_k;
  arithmetic.stores_partials_in_d = split_k > 1;
  GemmTerms terms;
  terms.k = k;
  terms.magnitude = 1;
  return gemm_bound(arithmetic, terms).error;
}

TEST(GemmBound, GrowsWithKAndTheAccumulatorsRoundOff) {
  for (const Format* f : {&formats::fp64, &formats::fp32, &formats::fp16, &formats::bf16}) {
    double before = 0;
    for (const std::int64_t k : {2, 3, 8, 64, 100}) {
      const double bound = bound_of(*f, k, 1, f);
      EXPECT_GT(bound, before) << f->name << " k " << k;
      EXPECT_LT(bound, 1) << f->name << " k " << k;
      before = bound;
    }
  }
  EXPECT_LT(bound_of(formats::fp64, 64, 1, &formats::fp32), bound_of(formats::fp32, 64, 1, &formats::fp32));
  EXPECT_LT(bound_of(formats::fp32, 64, 1, &formats::fp32), bound_of(formats::fp16, 64, 1, &formats::fp16));
  // Parts that are stored in a narrower D cost its round-off, each of them.
  EXPECT_GT(bound_of(formats::fp32, 64, 4, &formats::bf16), 3 * 0x1p-8);
}

TEST(GemmBound, IsNothingWhereNothingRounds) {
  GemmArithmetic arithmetic;
  arithmetic.a = arithmetic.b = &formats::fp16;
  arithmetic.d = arithmetic.accumulator = &formats::fp32;
  GemmTerms terms;
  terms.k = 1000;
  terms.quantum = 0;
  terms.magnitude = 0x1p24;
  EXPECT_EQ(gemm_bound(arithmetic, terms).error, 0);
  terms.magnitude = 0x1p24 + 1;
  EXPECT_GT(gemm_bound(arithmetic, terms).error, 0);
  arithmetic.accumulator = nullptr;
  EXPECT_THROW(gemm_bound(arithmetic, terms), std::invalid_argument);
}

}  // namespace
}  // namespace ulpgate
