// The bound of mma against the engine: every entry of every profile, with accumulators and block scales.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "reference/bounds/mma.h"
#include "reference/tensor_core/mma.h"
#include "reference/tensor_core/steps.h"

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

/// A finite code whose exponent field lies up to `spread` below `top` (from 0: subnormal).
std::uint64_t draw(const Format& f, Words& words, int top, int spread, bool whole) {
  if (f.kind == FormatKind::integer) return words.next() & Format::ones(std::min(f.width(), 20));
  const int field =
      std::clamp(top - words.below(spread + 1), 0, static_cast<int>(Format::ones(f.exponent_bits)) - 1);
  const std::uint64_t fraction = whole ? 0 : words.next() & Format::ones(f.significand_bits);
  std::uint64_t code = (static_cast<std::uint64_t>(field) << f.significand_bits | fraction) << f.padding_bits;
  if (f.has_sign && words.below(2) == 1) code |= f.sign_mask();
  return is_finite(f, code) ? code : 0;
}

struct Drawn {
  std::vector<std::uint64_t> a, b, a_scales, b_scales;
  std::uint64_t c = 0;
};

Drawn draw_element(const ProfileEntry& e, const Format& a, const Format& b, int k, int family, Words& words) {
  const int spreads[] = {0, 2, 8, 40, 300};
  const int spread = spreads[family % 5];
  const bool whole = family / 5 % 2 == 1;
  const int low = family / 10 % 2;  // near the smallest numbers
  Drawn d;
  const auto top = [&](const Format& f) { return low == 1 ? 2 : f.bias + std::min(f.bias / 2, 8); };
  for (int i = 0; i < k; ++i) {
    d.a.push_back(draw(a, words, top(a), spread, whole));
    d.b.push_back(draw(b, words, b.bias, spread, whole));
  }
  if (words.below(3) != 0) d.c = draw(*e.accumulator, words, top(*e.accumulator), spread + 12, whole);
  const int block = e.arithmetic.scale_block;
  for (int i = 0; block != 0 && i < k / block; ++i) {
    d.a_scales.push_back(
        draw(*e.arithmetic.scale_format, words, e.arithmetic.scale_format->bias + 2, 4, whole));
    d.b_scales.push_back(
        draw(*e.arithmetic.scale_format, words, e.arithmetic.scale_format->bias + 2, 4, whole));
  }
  return d;
}

struct Seen {
  int judged = 0, exact = 0;
  double largest = 0;
};

void compare(const ProfileEntry& entry, const SumOfProducts& sum, const MmaBound& bound, const Drawn& d,
             std::uint64_t result, Seen& seen) {
  const MmaValue v = bound.evaluate({.a = d.a,
                                     .b = d.b,
                                     .c = d.c,
                                     .a_scales = d.a_scales,
                                     .b_scales = d.b_scales,
                                     .scale_block = entry.arithmetic.scale_block,
                                     .scale = entry.arithmetic.scale_format});
  if (v.may_overflow) return;
  ASSERT_TRUE(is_finite(*sum.d, result)) << entry.id;
  const Exact got = Exact::from_code(*sum.d, result);
  const double error = (got - v.exact_value).abs().to_double();
  ++seen.judged;
  if (v.exact) ++seen.exact;
  EXPECT_TRUE(v.exact ? got == v.exact_value : (got - v.exact_value).abs() <= Exact::from_double(v.error))
      << entry.id << " " << sum.a->name << " " << sum.b->name << ": " << error << " and " << v.error;
  if (v.error > 0) seen.largest = std::max(seen.largest, error / v.error);
}

TEST(MmaBound, HoldsForEveryInstruction) {
  int entries = 0;
  for (const Profile& profile : built_in_profiles()) {
    for (const ProfileEntry& entry : profile.entries) {
      Seen with, without;
      for (const auto& [a, b] : entry.input_pairs()) {
        const Mma mma(entry, *a, *b);
        const int k = entry.largest_k();
        const SumOfProducts claimed{&entry, a, b, entry.accumulator, entry.output};
        SumOfProducts promised = claimed;
        promised.entry = nullptr;
        const MmaBound bound(claimed, k), documented(promised, k);
        Words words(11);
        for (int round = 0; round < 200; ++round) {
          const Drawn d = draw_element(entry, *a, *b, k, round, words);
          const std::uint64_t result = mma.dot(d.a, d.b, d.c, d.a_scales, d.b_scales);
          compare(entry, claimed, bound, d, result, with);
          compare(entry, promised, documented, d, result, without);
        }
      }
      EXPECT_GT(with.judged, 100) << entry.id;
      EXPECT_GT(with.exact, 5) << entry.id;
      RecordProperty(profile.architecture + "." + entry.id,
                     std::to_string(with.largest) + " " + std::to_string(without.largest));
      printf("%s.%s %d %d %.3f | %d %d %.3g\n", profile.architecture.c_str(), entry.id.c_str(), with.judged,
             with.exact, with.largest, without.judged, without.exact, without.largest);
      ++entries;
    }
  }
  EXPECT_GT(entries, 80);
}

TEST(InstructionSteps, InterchangeableProductsMayChangePlaces) {
  for (const Profile& profile : built_in_profiles()) {
    for (const ProfileEntry& entry : profile.entries) {
      const auto [a, b] = entry.input_pairs().front();
      const Mma mma(entry, *a, *b);
      const int k = entry.largest_k();
      Words words(3);
      for (int round = 0; round < 40; ++round) {
        Drawn d = draw_element(entry, *a, *b, k, round, words);
        const std::uint64_t before = mma.dot(d.a, d.b, d.c, d.a_scales, d.b_scales);
        for (const std::vector<int>& set : interchangeable(entry, k)) {
          const auto from = static_cast<std::size_t>(set.front()), to = static_cast<std::size_t>(set.back());
          std::swap(d.a[from], d.a[to]);
          std::swap(d.b[from], d.b[to]);
        }
        EXPECT_EQ(mma.dot(d.a, d.b, d.c, d.a_scales, d.b_scales), before) << entry.id;
      }
    }
  }
}

}  // namespace
}  // namespace ulpgate
