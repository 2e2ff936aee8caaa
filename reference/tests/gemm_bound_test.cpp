// The bounds of gemm against the engine: chains of instructions on data that drive their errors up, judged
// by exact sums.
#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "reference/bounds/gemm.h"
#include "reference/exact/exact.h"
#include "reference/tensor_core/mma.h"
#include "reference/tests/words.h"

namespace ulpgate {
namespace {

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
  std::vector<ChainBlock> blocks;
};

/// Blocks as a chain of the entry's largest instructions has them; where terms are not aligned by their own
/// magnitude, the largest of a block is not told.
Measured measure(const ProfileEntry& entry, const Format& fa, const Format& fb, const Chain& c) {
  const bool terms_align = entry.arithmetic.algorithm == Algorithm::fused_sum;
  const int k = entry.largest_k(), block = std::min(step_error(entry, fa, fb).products, k);
  Measured m;
  bool a_subnormal = false, b_subnormal = false;
  m.terms.quantum = std::numeric_limits<int>::max();
  m.terms.k = static_cast<std::int64_t>(c.a.size());
  for (std::size_t place = 0; place < c.a.size(); ++place) {
    const std::size_t in_instruction = place % static_cast<std::size_t>(k);
    const std::size_t i =
        place - in_instruction +
        static_cast<std::size_t>(k_at(entry.arithmetic.k_order, k, static_cast<int>(in_instruction)));
    const Exact a = Exact::from_code(fa, c.a[i]), b = Exact::from_code(fb, c.b[i]);
    const Exact product = a * b;
    m.sum += product;
    if (place % static_cast<std::size_t>(block) == 0) m.blocks.emplace_back();
    const double size = std::fabs(product.to_double());
    ChainBlock& of = m.blocks.back();
    of.sum += product.to_double();
    of.magnitude += size;
    of.largest = terms_align ? std::max(of.largest, size) : of.magnitude;
    ++of.k;
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
      const int length = round % 20 == 19 ? k * 40 : k * (1 + round % 5);
      Chain c = draw_chain(a, b, length, family, words);
      if (step.flushes_operands) flush(a, b, c);
      const Measured m = measure(entry, a, b, c);
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

/// What fp8 products on Hopper come to, and their bound: chains of `promotion` products, added in fp32.
struct Promoted {
  double error = 0, bound = 0, order_free = 0;
};

Promoted promoted(int length, int promotion, int family, std::uint64_t seed) {
  const ProfileEntry& entry = *find_profile("sm_90")->find("wgmma.fp8.fp32");
  const Format& f = formats::e4m3;
  const Mma mma(entry, f, f);
  Words words(seed);
  const Chain c = draw_chain(f, f, length, family, words);
  const Measured m = measure(entry, f, f, c);
  const std::span<const std::uint64_t> a = c.a, b = c.b;
  float total = 0;
  for (int first = 0; first < length; first += promotion) {
    const auto from = static_cast<std::size_t>(first);
    const auto count = static_cast<std::size_t>(std::min(promotion, length - first));
    const std::uint64_t part = mma.dot_chain(32, a.subspan(from, count), b.subspan(from, count), 0);
    total += std::bit_cast<float>(static_cast<std::uint32_t>(part));
  }
  GemmArithmetic arithmetic{.a = &f,
                            .b = &f,
                            .d = &formats::fp32,
                            .accumulator = &formats::fp32,
                            .instruction = step_error(entry, f, f),
                            .instruction_k = 32,
                            .ascending = true,
                            .promotion = promotion};
  Promoted p;
  p.error = (Exact::from_double(total) - m.sum).abs().to_double();
  p.bound = gemm_bound(arithmetic, m.terms, m.blocks).error;
  arithmetic.ascending = false;
  p.order_free = gemm_bound(arithmetic, m.terms).error;
  return p;
}

TEST(GemmBound, HoldsForPromotedChains) {
  for (int family = 0; family < 9; ++family) {
    for (const int length : {32, 128, 160, 1024, 1056}) {
      for (const int promotion : {32, 128}) {
        const Promoted p = promoted(length, promotion, family, 11);
        EXPECT_LE(p.error, p.bound) << family << " " << length << " " << promotion;
        EXPECT_LE(p.bound, p.order_free * (1 + 0x1p-20)) << family << " " << length << " " << promotion;
      }
    }
  }
}

// 128 steps of 13 fraction bits: what holds for every order says nothing any more.
TEST(GemmBound, OfAKnownChainIsUsefulWhereThatOfAnyOrderIsNot) {
  const Promoted p = promoted(4096, 4096, 0, 5);
  EXPECT_LE(p.error, p.bound);
  EXPECT_LT(p.bound, p.order_free / 8);
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

/// Scales of blocks between rounded additions: right arithmetic keeps the bound, wherever it multiplies.
TEST(GemmBound, ScalesOfBlocks) {
  Words words(21);
  double most = 0;
  for (int i = 0; i < 600; ++i) {
    const bool exact = i % 3 == 0;
    const int k = 1 + words.below(200), block = 1 + words.below(64);
    GemmArithmetic arithmetic;
    arithmetic.a = arithmetic.b = &formats::e4m3;
    arithmetic.d = arithmetic.accumulator = &formats::fp32;
    arithmetic.scales_blocks = true;
    GemmTerms t;
    t.k = k;
    t.quantum = exact ? 0 : no_quantum;
    Exact sum;
    float total = 0, part = 0, a_scale = 1, b_scale = 1;
    double largest_a = 1, largest_b = 1;
    for (int at = 0; at < k; ++at) {
      if (at % block == 0) {
        const auto scale = [&] {
          return exact ? static_cast<float>(1 << words.below(3))
                       : static_cast<float>(std::ldexp(1 + words.unit(), words.below(9) - 4));
        };
        a_scale = scale();
        b_scale = scale();
        largest_a = std::max(largest_a, static_cast<double>(a_scale));
        largest_b = std::max(largest_b, static_cast<double>(b_scale));
      }
      const auto element = [&] { return static_cast<float>(words.below(17) - 8) / (exact ? 1.0F : 8.0F); };
      const float a = element(), b = element();
      const Exact product = Exact::from_double(static_cast<double>(a * b)) *
                            Exact::from_double(static_cast<double>(a_scale)) *
                            Exact::from_double(static_cast<double>(b_scale));
      sum += product;
      t.magnitude += product.abs().to_double() * (1 + 0x1p-50);
      t.unscaled += std::fabs(static_cast<double>(a * b));
      // Each of the three is a right way: operands are scaled, sums by one scale and then the other, or by
      // the product of both.
      part += i / 3 % 3 == 0 ? (a * a_scale) * (b * b_scale) : a * b;
      if ((at + 1) % block != 0 && at + 1 < k) continue;
      total += i / 3 % 3 == 0 ? part : i / 3 % 3 == 1 ? part * a_scale * b_scale : part * (a_scale * b_scale);
      part = 0;
    }
    t.block_scale = largest_a * largest_b;
    const GemmBound bound = gemm_bound(arithmetic, t);
    const double error = (Exact::from_double(static_cast<double>(total)) - sum).abs().to_double();
    ASSERT_LE(error, bound.error) << i;
    EXPECT_FALSE(bound.may_overflow);
    if (exact) {
      EXPECT_EQ(bound.error, 0);
    } else {
      most = std::max(most, error / bound.error);
    }
  }
  EXPECT_GT(most, 0.01);
}

}  // namespace
}  // namespace ulpgate
