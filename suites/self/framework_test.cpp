// Buffers, codes, threads, shrinking and RapidCheck's use.
#include <atomic>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <stdexcept>

#include "reference/formats/decode.h"
#include "reference/formats/encode.h"
#include "reference/threads/parallel.h"
#include "suites/framework/buffer.h"
#include "suites/framework/codes.h"
#include "suites/framework/fingerprint.h"
#include "suites/framework/fp_environment.h"
#include "suites/framework/property.h"
#include "suites/framework/shrink.h"
#include "suites/framework/suite.h"
#include "suites/framework/text.h"

namespace ulpgate {
namespace {

TEST(GuardedBuffer, SeesEveryByteOutside) {
  for (std::size_t size : {0U, 1U, 63U, 64U, 1000U}) {
    for (std::size_t offset : {0U, 1U, 8U, 60U}) {
      GuardedBuffer buffer(size, offset);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, offset % 64);
      buffer.poison(first_poison);
      EXPECT_FALSE(buffer.broken_guard());
      for (std::ptrdiff_t where :
           {std::ptrdiff_t{-1}, std::ptrdiff_t{-4096}, static_cast<std::ptrdiff_t>(size),
            static_cast<std::ptrdiff_t>(size + 4095)}) {
        buffer.data()[where] ^= std::byte{1};
        EXPECT_EQ(buffer.broken_guard(), where);
        buffer.reset_guards();
        EXPECT_FALSE(buffer.broken_guard());
      }
    }
  }
}

TEST(Fingerprint, IsOfOutputsInTheirOrderAndOfNothingElse) {
  const std::vector<std::uint64_t> one{1, 2}, other{2, 1};
  Fingerprint a, b, c;
  EXPECT_EQ(a.text(), "");
  a.add(one);
  b.add({one.data(), 1});
  b.add({one.data() + 1, 1});
  c.add(other);
  EXPECT_EQ(a.text(), b.text());
  EXPECT_NE(a.text(), c.text());
  note_outputs(one);  // no scope: nobody asked
  ScopedOutputs outer;
  EXPECT_FALSE(outer.value());
  note_outputs(one);
  {
    const ScopedOutputs inner;
    note_outputs(other);
    EXPECT_EQ(inner.value(), c.value());
  }
  EXPECT_EQ(outer.value(), a.value());
}

TEST(Parallel, EveryBlockOnceOnAnyNumberOfThreads) {
  for (unsigned threads : {0U, 1U, 2U, 8U}) {
    std::vector<std::atomic<int>> seen(100);
    for_each_block(seen.size(), threads, [&](std::uint64_t b, unsigned thread) {
      EXPECT_LT(thread, std::max(threads, 1U));
      ++seen[b];
    });
    for (const auto& count : seen) EXPECT_EQ(count, 1);
  }
}

TEST(Parallel, ExceptionsComeBack) {
  const auto work = [](std::uint64_t b, unsigned) {
    if (b == 5) throw std::runtime_error("five");
  };
  EXPECT_THROW(for_each_block(10, 4, work), std::runtime_error);
  EXPECT_THROW(for_each_block(10, 1, work), std::runtime_error);
}

TEST(FpEnvironment, ChangesAreSeenAndUndone) {
  const FpEnvironment before = read_fp_environment();
  EXPECT_TRUE(before.keeps_subnormals);
  {
    const ScopedFpEnvironment scope(FE_UPWARD);
    EXPECT_NE(describe_change(before, read_fp_environment()), "");
  }
  EXPECT_EQ(describe_change(before, read_fp_environment()), "");
}

TEST(Shrink, CandidatesAreSimplerSoThatItEnds) {
  for (const Format* f : all_formats()) {
    const CounterRandom random(3, f->storage_bits);
    for (std::uint64_t i = 0; i < 300; ++i) {
      std::uint64_t code = random.word64(i) & f->code_mask();
      int steps = 0;
      for (auto next = simpler_codes(*f, code); !next.empty(); next = simpler_codes(*f, code)) {
        code = next.back();  // the least simplification each time: the longest way
        ASSERT_LT(++steps, 20000) << f->name;
      }
      EXPECT_EQ(unpack(*f, code).significand, f->kind == FormatKind::exponent_only ? 1U : 0U) << f->name;
    }
  }
}

TEST(Shrink, FindsTheSmallestFailingCode) {
  // Fails for values of at least 3.
  const auto fails = [](const std::uint64_t& code) { return to_double(formats::fp32, code) >= 3; };
  const std::uint64_t small = shrink<std::uint64_t>(
      0x4B3C614E, [](const std::uint64_t& c) { return simpler_codes(formats::fp32, c); }, fails, 10000);
  EXPECT_EQ(to_double(formats::fp32, small), 4);
}

TEST(Shrink, LengthsAndVectors) {
  EXPECT_TRUE(simpler_lengths(0).empty());
  EXPECT_EQ(simpler_lengths(8), (std::vector<std::size_t>{0, 1, 4, 6, 7}));
  for (const auto& v : simpler_vectors(formats::e4m3, {0x38, 0x39})) EXPECT_LE(v.size(), 2U);
}

struct Numbers {
  std::vector<std::uint64_t> codes;
};

Property<Numbers> no_nan_property() {
  return {.generate =
              [](std::uint64_t seed, int size) {
                Numbers n;
                for (int i = 0; i < size; ++i)
                  n.codes.push_back(CounterRandom(seed).word32(static_cast<std::uint64_t>(i)));
                return n;
              },
          .shrink =
              [](const Numbers& n) {
                std::vector<Numbers> all;
                for (auto& v : simpler_vectors(formats::fp32, n.codes)) all.push_back({std::move(v)});
                return all;
              },
          .judge =
              [](const Numbers& n) {
                for (std::uint64_t c : n.codes) {
                  if (is_nan(formats::fp32, c)) return std::string("NaN");
                }
                return std::string();
              }};
}

TEST(PropertyCheck, ShrinksToOneElementAndIsDeterministic) {
  const auto first = check_property(no_nan_property(), 11, 500);
  ASSERT_TRUE(first.counterexample);
  EXPECT_EQ(first.message, "NaN");
  EXPECT_EQ(first.counterexample->codes, std::vector<std::uint64_t>{0x7FC00000});
  const auto second = check_property(no_nan_property(), 11, 500);
  EXPECT_EQ(second.counterexample->codes, first.counterexample->codes);
  EXPECT_EQ(second.cases, first.cases);
}

TEST(PropertyCheck, CountsItsCases) {
  Property<Numbers> holds = no_nan_property();
  holds.judge = [](const Numbers&) { return std::string(); };
  const auto result = check_property(holds, 11, 77);
  EXPECT_EQ(result.cases, 77U);
  EXPECT_FALSE(result.counterexample);
}

TEST(Codes, CodesAreTheNearestOnes) {
  const Rule nearest{.overflow = Overflow::saturate, .infinity = InfinityRule::saturate};
  std::uint64_t tried = 0;
  for (const Format* f : all_formats()) {
    if (!f->is_floating()) continue;
    for (int exponent = f->min_exponent() - f->significand_bits - 2; exponent <= f->bias + 2; ++exponent) {
      // Values, midpoints and their neighbours, up to the carry into the next binade.
      for (const double significand :
           {1.0, 1 + 0x1p-52, 1.25, 1.3, 1.5, 1.5 + 0x1p-52, 1 + std::ldexp(1.0, -f->significand_bits - 1),
            1 + std::ldexp(3.0, -f->significand_bits - 1), 2 - std::ldexp(1.0, -f->significand_bits - 1),
            2 - std::ldexp(1.0, -f->significand_bits - 1) - 0x1p-52, 2 - 0x1p-52}) {
        for (const double sign : {1.0, -1.0}) {
          const double x = std::ldexp(sign * significand, exponent);
          const Unpacked u = unpack(formats::fp64, std::bit_cast<std::uint64_t>(x));
          ASSERT_EQ(nearest_code(*f, x), encode(*f, u, nearest).code) << f->name << " " << x;
          ++tried;
        }
      }
    }
  }
  EXPECT_GT(tried, 10000U);
}

TEST(Text, BinsOfDistances) {
  EXPECT_EQ(ulp_bin_name(ulp_bin(std::nullopt)), "NaN");
  EXPECT_EQ(ulp_bin_name(ulp_bin(0)), "0");
  EXPECT_EQ(ulp_bin_name(ulp_bin(-1)), "-1");
  EXPECT_EQ(ulp_bin_name(ulp_bin(3)), "+[2^1,2^2)");
  EXPECT_EQ(ulp_bin_name(ulp_bin(INT64_MIN)), "-[2^63,2^64)");
}

TEST(Text, PrintableHasNoControlCharacters) {
  EXPECT_EQ(excerpt("a\x1b[31m\nb\xff"), "a?[31m?b?");
  EXPECT_EQ(excerpt("abcdef", 3), "abc...");
}

TEST(Requirements, IdsAreUniqueAndFound) {
  std::map<std::string_view, std::string_view> statements;
  std::set<std::string_view> ids;
  for (const Suite* s : all_suites()) {
    std::set<std::string_view> of_suite;
    for (const Requirement& r : s->requirements) {
      EXPECT_TRUE(of_suite.insert(r.id).second) << r.id;
      // Several suites may have one requirement, which then is the same in all.
      EXPECT_EQ(statements.emplace(r.id, r.statement).first->second, r.statement) << r.id;
      ids.insert(r.id);
    }
  }
  for (const Requirement& r : common_requirements()) EXPECT_TRUE(ids.insert(r.id).second) << r.id;
  for (std::string_view id : ids) EXPECT_EQ(find_requirement(id)->id, id);
  EXPECT_EQ(find_requirement("NONE-1"), nullptr);
}

}  // namespace
}  // namespace ulpgate
