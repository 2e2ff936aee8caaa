// Functions of integers and of bits, against their definitions a bit or a byte at a time.
#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include "kernels/executor/tests/intrinsics_oracle.h"
#include "ulpgate/simt/intrinsics.h"

namespace ulpgate {
namespace {

using boost::multiprecision::cpp_int;

std::vector<std::uint64_t> words_to_try() {
  std::vector<std::uint64_t> words = {
      0,          1,          2,          0x7FFFFFFF,         0x80000000,         0x80000001,
      0xFFFFFFFF, 0x00FFFFFF, 0x00800000, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF};
  Words random(3);
  for (int i = 0; i < 300; ++i) words.push_back(random.next() >> random.below(64));
  return words;
}

/// Bits [from, from + 32) or [from, from + 64) of a number of any size, two's complement.
std::uint64_t bits_of(const cpp_int& x, int from, int count) {
  const cpp_int modulus = cpp_int(1) << (from + count);
  const cpp_int wrapped = ((x % modulus) + modulus) % modulus;
  return static_cast<std::uint64_t>(wrapped >> from);
}

TEST(IntrinsicsInteger, OneWord) {
  for (const std::uint64_t w : words_to_try()) {
    const auto u = static_cast<unsigned>(w);
    unsigned reversed = 0;
    std::uint64_t reversed64 = 0;
    int set = 0, set64 = 0, first = 0, first64 = 0, leading = 32, leading64 = 64;
    for (int i = 0; i < 64; ++i) {
      const auto bit = w >> i & 1;
      reversed64 |= bit << (63 - i);
      set64 += static_cast<int>(bit);
      if (bit != 0) leading64 = 63 - i;
      if (bit != 0 && first64 == 0) first64 = i + 1;
      if (i >= 32) continue;
      reversed |= static_cast<unsigned>(bit) << (31 - i);
      set += static_cast<int>(bit);
      if (bit != 0) leading = 31 - i;
      if (bit != 0 && first == 0) first = i + 1;
    }
    EXPECT_EQ(__brev(u), reversed);
    EXPECT_EQ(__brevll(w), reversed64);
    EXPECT_EQ(__popc(u), set);
    EXPECT_EQ(__popcll(w), set64);
    EXPECT_EQ(__ffs(static_cast<int>(u)), first);
    EXPECT_EQ(__ffsll(static_cast<long long>(w)), first64);
    EXPECT_EQ(__clz(static_cast<int>(u)), leading);
    EXPECT_EQ(__clzll(static_cast<long long>(w)), leading64);
    EXPECT_EQ(__float_as_uint(__uint_as_float(u & 0xFF7FFFFF)), u & 0xFF7FFFFF);
    EXPECT_EQ(__float_as_int(__int_as_float(static_cast<int>(u & 0xFF7FFFFF))),
              static_cast<int>(u & 0xFF7FFFFF));
    const auto finite = static_cast<long long>(w & 0xFFEFFFFFFFFFFFFF);
    EXPECT_EQ(__double_as_longlong(__longlong_as_double(finite)), finite);
    const double x = __longlong_as_double(finite);
    EXPECT_EQ(__double2hiint(x), static_cast<int>(finite >> 32));
    EXPECT_EQ(__double2loint(x), static_cast<int>(static_cast<unsigned>(finite)));
    EXPECT_EQ(__double_as_longlong(__hiloint2double(__double2hiint(x), __double2loint(x))), finite);
  }
  EXPECT_EQ(__float_as_uint(1.0f), 0x3F800000u);
  EXPECT_EQ(__int_as_float(0x40490FDB), 0x1.921FB6p1f);
}

TEST(IntrinsicsInteger, TwoWords) {
  for (const std::uint64_t v : words_to_try()) {
    for (const std::uint64_t w : words_to_try()) {
      const auto a = static_cast<unsigned>(v), b = static_cast<unsigned>(w);
      const auto sa = static_cast<int>(a), sb = static_cast<int>(b);
      const auto la = static_cast<long long>(v), lb = static_cast<long long>(w);
      ASSERT_EQ(__umulhi(a, b), bits_of(cpp_int(a) * b, 32, 32));
      ASSERT_EQ(static_cast<unsigned>(__mulhi(sa, sb)), bits_of(cpp_int(sa) * sb, 32, 32));
      ASSERT_EQ(__umul64hi(v, w), bits_of(cpp_int(v) * w, 64, 64));
      ASSERT_EQ(static_cast<std::uint64_t>(__mul64hi(la, lb)), bits_of(cpp_int(la) * lb, 64, 64));
      ASSERT_EQ(__umul24(a, b), bits_of(cpp_int(a % (1u << 24)) * (b % (1u << 24)), 0, 32));
      const auto signed24 = [](unsigned x) { return cpp_int(x % (1u << 24)) - (x >> 23 & 1u ? 1 << 24 : 0); };
      ASSERT_EQ(static_cast<unsigned>(__mul24(sa, sb)), bits_of(signed24(a) * signed24(b), 0, 32));
      ASSERT_EQ(__usad(a, b, 5), bits_of(abs(cpp_int(a) - b) + 5, 0, 32));
      ASSERT_EQ(__sad(sa, sb, 5), bits_of(abs(cpp_int(sa) - sb) + 5, 0, 32));
      const auto halved = [](const cpp_int& x) { return (x - (x % 2 != 0 && x < 0 ? 1 : 0)) / 2; };
      ASSERT_EQ(cpp_int(__uhadd(a, b)), halved(cpp_int(a) + b));
      ASSERT_EQ(cpp_int(__urhadd(a, b)), halved(cpp_int(a) + b + 1));
      ASSERT_EQ(cpp_int(__hadd(sa, sb)), halved(cpp_int(sa) + sb));
      ASSERT_EQ(cpp_int(__rhadd(sa, sb)), halved(cpp_int(sa) + sb + 1));
      unsigned dot = 7;
      auto signed_dot = 7;
      for (int i = 0; i < 4; ++i) {
        const int x = static_cast<int>(a >> 8 * i & 255), y = static_cast<int>(b >> 8 * i & 255);
        dot += static_cast<unsigned>(x * y);
        signed_dot += (x > 127 ? x - 256 : x) * (y > 127 ? y - 256 : y);
      }
      ASSERT_EQ(__dp4a(a, b, 7u), dot);
      ASSERT_EQ(__dp4a(sa, sb, 7), signed_dot);
      unsigned permuted = 0;
      for (int i = 0; i < 4; ++i) {
        const auto from = static_cast<int>(b >> 4 * i & 7);
        const unsigned byte = from < 4 ? a >> 8 * from & 255 : ~a >> 8 * (from - 4) & 255;
        permuted |= byte << 8 * i;
      }
      ASSERT_EQ(__byte_perm(a, ~a, b), permuted);
      for (const unsigned shift : {0u, 1u, 13u, 31u, 32u, 33u, 64u, 0xFFFFFFFFu}) {
        const cpp_int both = (cpp_int(b) << 32) + a;
        const unsigned modulo = shift % 32, clamped = std::min(shift, 32u);
        ASSERT_EQ(__funnelshift_l(a, b, shift), bits_of(both << modulo, 32, 32));
        ASSERT_EQ(__funnelshift_lc(a, b, shift), bits_of(both << clamped, 32, 32));
        ASSERT_EQ(__funnelshift_r(a, b, shift), bits_of(both, static_cast<int>(modulo), 32));
        ASSERT_EQ(__funnelshift_rc(a, b, shift), bits_of(both, static_cast<int>(clamped), 32));
      }
      ASSERT_EQ(min(sa, sb), std::min(sa, sb));
      ASSERT_EQ(max(a, sb), std::max(a, b));
      ASSERT_EQ(max(la, static_cast<unsigned long long>(w)), std::max(v, w));
      ASSERT_EQ(llmin(la, lb), std::min(la, lb));
      ASSERT_EQ(ullmax(v, w), std::max(v, w));
      ASSERT_EQ(umin(a, b), std::min(a, b));
    }
  }
}

}  // namespace
}  // namespace ulpgate
