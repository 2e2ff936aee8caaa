// The arithmetic of chunks by itself, for tensors that no test can hold: of more than 2^31 elements, which
// kernels with 32-bit counters stop in (NVIDIA/apex#1825, NVIDIA/TransformerEngine#3136,
// deepspeedai/DeepSpeed#7639).
#include "kernels/cuda/optimizer/chunks.cuh"

#include <gtest/gtest.h>

namespace ulpgate::cuda::kernel_test {
namespace {

/// Chunks `from` to `to` follow each other without a gap, and stay in their rows.
void expect_in_turn(const Chunks& chunks, std::int64_t from, std::int64_t to) {
  for (std::int64_t k = from; k < to; ++k) {
    const Chunk c = chunks.at(k);
    const bool begins = c.first == 0;
    ASSERT_TRUE(c.first < c.last && c.last <= chunks.n) << k;
    ASSERT_TRUE(c.last - c.first == chunk_elements || c.last == chunks.n) << k;
    if (k == from) continue;
    const Chunk before = chunks.at(k - 1);
    ASSERT_EQ(c.row, before.row + (begins ? 1 : 0)) << k;
    ASSERT_EQ(begins ? chunks.n : c.first, before.last) << k;
  }
}

TEST(Chunks, CoverATensorOnce) {
  for (const std::int64_t n : {std::int64_t{1}, chunk_elements - 1, chunk_elements, chunk_elements + 1,
                               3 * chunk_elements + 7, (std::int64_t{1} << 31) + 5}) {
    const Chunks chunks{1, n};
    expect_in_turn(chunks, 0, chunks.count());
    EXPECT_EQ(chunks.at(0).first, 0);
    EXPECT_EQ(chunks.at(chunks.count() - 1).last, n);
  }
}

TEST(Chunks, CoverManyTensorsOnce) {
  for (const std::int64_t n : {std::int64_t{3}, chunk_elements + 1}) {
    const Chunks chunks{1000, n};
    expect_in_turn(chunks, 0, chunks.count());
    EXPECT_EQ(chunks.at(chunks.count() - 1).row, 999);
  }
}

TEST(Chunks, CountBeyond32Bits) {
  // More than 2^32 chunks: the first, some around 2^31 and 2^32, and the last.
  const Chunks chunks{5, (std::int64_t{1} << 42) + 1};
  ASSERT_GT(chunks.count(), std::int64_t{1} << 33);
  for (const std::int64_t around : {std::int64_t{1} << 31, std::int64_t{1} << 32, chunks.of_a_row()})
    expect_in_turn(chunks, around - 3, around + 3);
  const Chunk last = chunks.at(chunks.count() - 1);
  EXPECT_EQ(last.row, 4);
  EXPECT_EQ(last.last, chunks.n);
}

TEST(Chunks, ThereAreNoneOfNothing) {
  EXPECT_EQ((Chunks{3, 0}.count()), 0);
  EXPECT_EQ((Chunks{0, 3}.count()), 0);
}

}  // namespace
}  // namespace ulpgate::cuda::kernel_test
