// Whole instructions: layouts, chains, and what does not fit.
#include "reference/tensor_core/mma.h"

#include <gtest/gtest.h>
#include <stdexcept>

#include "reference/tests/words.h"

namespace ulpgate {
namespace {

const ProfileEntry& entry(const char* architecture, const char* id) {
  return *find_profile(architecture)->find(id);
}

std::vector<std::uint64_t> codes(const Format& f, std::size_t count, Words& random) {
  std::vector<std::uint64_t> out(count);
  for (std::uint64_t& code : out)
    code = (random.next() & (Format::ones(f.width()) >> 2)) << f.padding_bits |
           (random.next() % 2 != 0 ? f.sign_mask() : 0);
  return out;
}

/// Every element of a matrix is the dot product of its row and column.
void expect_matrix_of_dots(const ProfileEntry& e, const Format& a, const Format& b) {
  Words random(7);
  const MmaShape s{3, 5, e.largest_k()};
  const auto m = static_cast<std::size_t>(s.m), n = static_cast<std::size_t>(s.n),
             k = static_cast<std::size_t>(s.k);
  const int block = e.arithmetic.scale_block;
  const std::size_t blocks = block == 0 ? 0 : k / static_cast<std::size_t>(block);
  const auto in_a = codes(a, m * k, random), in_b = codes(b, k * n, random),
             in_c = codes(*e.output, m * n, random);
  std::vector<std::uint64_t> a_scales(m * blocks), b_scales(blocks * n);
  for (std::uint64_t& scale : a_scales) scale = 0x38 + random.next() % 16;
  for (std::uint64_t& scale : b_scales) scale = 0x38 + random.next() % 16;
  const Mma mma(e, a, b);
  const auto d = mma.run({s, in_a, in_b, in_c, a_scales, b_scales});
  ASSERT_EQ(d.size(), m * n);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<std::uint64_t> column, scales;
      for (std::size_t p = 0; p < k; ++p) column.push_back(in_b[p * n + j]);
      for (std::size_t p = 0; p < blocks; ++p) scales.push_back(b_scales[p * n + j]);
      EXPECT_EQ(d[i * n + j], mma.dot(std::span(in_a).subspan(i * k, k), column, in_c[i * n + j],
                                      std::span(a_scales).subspan(i * blocks, blocks), scales))
          << e.id << " " << i << "," << j;
    }
  }
}

TEST(Mma, AMatrixIsMadeOfDots) {
  for (const Profile& profile : built_in_profiles()) {
    for (const ProfileEntry& e : profile.entries) {
      const auto [a, b] = e.input_pairs().back();
      expect_matrix_of_dots(e, *a, *b);
    }
  }
}

TEST(Mma, WhatDoesNotFitIsRefused) {
  const ProfileEntry& e = entry("sm_90", "mma.fp16.fp32");
  EXPECT_THROW(Mma(e, formats::bf16, formats::bf16), std::invalid_argument);
  ProfileEntry wide = e;
  wide.arithmetic.fraction_bits = 41;
  EXPECT_THROW(Mma(wide, formats::fp16, formats::fp16), std::invalid_argument);
  const Mma mma(e, formats::fp16, formats::fp16);
  const std::vector<std::uint64_t> four(4), five(5), none;
  EXPECT_THROW(mma.run({{2, 2, 2}, four, five, four}), std::invalid_argument);
  EXPECT_THROW(mma.run({{2, 2, 2}, four, four, four, four}), std::invalid_argument);
  EXPECT_THROW(mma.run({{0, 2, 2}, none, four, none}), std::invalid_argument);
  EXPECT_THROW(mma.dot(four, five, 0), std::invalid_argument);
  const Mma lowered(entry("sm_90", "mma.fp8.fp32"), formats::e4m3, formats::e4m3);
  EXPECT_THROW(lowered.dot(five, five, 0), std::invalid_argument);
  const Mma scaled(entry("sm_100", "tcgen05.mxf8f6f4.fp32"), formats::e4m3, formats::e4m3);
  const std::vector<std::uint64_t> many(32);
  EXPECT_THROW(scaled.dot(many, many, 0), std::invalid_argument);
}

TEST(Mma, AnyNanMeetsOneWhoseCodeIsUncertain) {
  const Mma certain(entry("sm_90", "mma.fp16.fp32"), formats::fp16, formats::fp16);
  EXPECT_TRUE(certain.meets(0x7FFFFFFF, 0x7FFFFFFF));
  EXPECT_FALSE(certain.meets(0x7FFFFFFF, 0x7FC00000));
  const Mma uncertain(entry("sm_90", "mma.fp64.fp64"), formats::fp64, formats::fp64);
  EXPECT_TRUE(uncertain.meets(0x7FF8000000000000, 0xFFF8000000000001));
  EXPECT_FALSE(uncertain.meets(0x7FF8000000000000, 0));
}

TEST(Mma, IntegersWrapOrSaturate) {
  const std::vector<std::uint64_t> a(16, 0x80), b(16, 0x80), top(16, 0xFF);  // int8 -128, uint8 255
  const Mma wrap(entry("sm_80", "mma.int8.int32"), formats::int8, formats::int8);
  EXPECT_EQ(wrap.dot(a, b, 0), 16U * 128 * 128);
  EXPECT_EQ(wrap.dot(a, b, 0x7FFFFFFF), 0x80000000U + 16 * 128 * 128 - 1);
  const Mma saturate(entry("sm_80", "mma.int8.int32.satfinite"), formats::int8, formats::uint8);
  EXPECT_EQ(saturate.dot(a, top, 0), 0x100000000U - 16 * 128 * 255);
  EXPECT_EQ(saturate.dot(a, top, 0x80000000), 0x80000000U);
}

TEST(Mma, DoublesAreAChainOfFma) {
  const Mma mma(entry("sm_80", "mma.fp64.fp64"), formats::fp64, formats::fp64);
  const std::vector<std::uint64_t> ones{0x3FF0000000000000, 0x3FF0000000000000};
  // 2^53 + 1 + 1, one after the other: each is a tie that stays at the even 2^53.
  EXPECT_EQ(mma.dot(ones, ones, 0x4340000000000000), 0x4340000000000000U);
}

}  // namespace
}  // namespace ulpgate
