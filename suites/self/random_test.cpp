#include "suites/framework/random.h"

#include <gtest/gtest.h>
#include <vector>

namespace ulpgate {
namespace {

// Known answers of the Random123 distribution (kat_vectors, philox4x32 with 10 rounds).
TEST(Random, PhiloxKnownAnswers) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t f = 0xffffffff;
  EXPECT_EQ(philox4x32({f, f, f, f}, {f, f}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, AnyPartOfASequenceIsTheSame) {
  const CounterRandom random(42, 7);
  std::vector<std::uint32_t> whole(100);
  random.fill(0, whole);
  for (std::size_t first : {0U, 1U, 3U, 4U, 50U}) {
    for (std::size_t count : {0U, 1U, 2U, 5U, 13U}) {
      std::vector<std::uint32_t> part(count);
      random.fill(first, part);
      for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(part[i], whole[first + i]);
    }
  }
  EXPECT_EQ(random.word64(3), whole[6] | std::uint64_t{whole[7]} << 32);
}

TEST(Random, SeedsAndStreamsDiffer) {
  EXPECT_NE(CounterRandom(1).word64(0), CounterRandom(2).word64(0));
  EXPECT_NE(CounterRandom(1, 0).word64(0), CounterRandom(1, 1).word64(0));
  EXPECT_EQ(derive_seed(1, "a"), derive_seed(1, "a"));
  EXPECT_NE(derive_seed(1, "a"), derive_seed(1, "b"));
  EXPECT_NE(derive_seed(1, "a"), derive_seed(2, "a"));
}

TEST(Random, BelowStaysBelowAndReachesAll) {
  const CounterRandom random(9);
  std::vector<int> seen(7);
  for (std::uint64_t i = 0; i < 1000; ++i) ++seen.at(random.below(i, 7));
  for (int count : seen) EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace ulpgate
