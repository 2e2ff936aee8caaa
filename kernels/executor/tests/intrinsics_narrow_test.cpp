// fp16's and bf16's exact functions, all 65536 codes of each.
#include <cmath>
#include <gtest/gtest.h>

#include "kernels/executor/tests/intrinsics_oracle.h"
#include "ulpgate/simt/intrinsics.h"

namespace ulpgate {
namespace {

double nearest_integer(double x) {
  const double below = std::floor(x), rest = x - below;
  const double result = rest > 0.5 || (rest == 0.5 && std::fmod(below, 2.0) != 0) ? below + 1 : below;
  return std::copysign(result, x);
}

template <class Number, class Pair>
void check_all(const Format& format, Number (*number)(unsigned short), unsigned short (*code)(Number)) {
  const auto expected = [&](std::uint64_t from, double (*function)(double)) {
    if (is_nan(format, from)) return format.magnitude_mask();
    return encode(format, Exact::from_double(function(to_double(format, from))), Rule{}).code;
  };
  const auto root = [](double x) { return std::sqrt(x); };
  for (unsigned c = 0; c < 0x10000; ++c) {
    const Number x = number(static_cast<unsigned short>(c));
    const Pair pair(x, number(static_cast<unsigned short>(c * 40503u)));
    ASSERT_EQ(code(hceil(x)), expected(c, [](double y) { return std::ceil(y); })) << c;
    ASSERT_EQ(code(hfloor(x)), expected(c, [](double y) { return std::floor(y); })) << c;
    ASSERT_EQ(code(htrunc(x)), expected(c, [](double y) { return std::trunc(y); })) << c;
    ASSERT_EQ(code(hrint(x)), expected(c, nearest_integer)) << c;
    const Expected square_root = oracle_square_root(format, c, Rounding::nearest_even);
    ASSERT_TRUE(agrees(format, code(hsqrt(x)), square_root)) << c << " " << root(to_double(format, c));
    const std::uint64_t one = static_cast<std::uint64_t>(format.bias) << format.significand_bits;
    ASSERT_TRUE(agrees(format, code(hrcp(x)), oracle_divide(format, one, c, Rounding::nearest_even))) << c;
    ASSERT_TRUE(agrees(format, code(hrsqrt(x)), oracle_reciprocal_square_root(format, c))) << c;
#define CHECK_PAIR(name)                                    \
  ASSERT_EQ(code(h2##name(pair).x), code(h##name(pair.x))); \
  ASSERT_EQ(code(h2##name(pair).y), code(h##name(pair.y)))
    CHECK_PAIR(ceil);
    CHECK_PAIR(floor);
    CHECK_PAIR(trunc);
    CHECK_PAIR(rint);
    CHECK_PAIR(sqrt);
    CHECK_PAIR(rcp);
    CHECK_PAIR(rsqrt);
    CHECK_PAIR(exp);
    CHECK_PAIR(log2);
    CHECK_PAIR(tanh);
    CHECK_PAIR(sin);
  }
}

TEST(IntrinsicsNarrow, Half) {
  check_all<__half, __half2>(
      formats::fp16, [](unsigned short c) { return __ushort_as_half(c); },
      [](__half x) { return __half_as_ushort(x); });
}
TEST(IntrinsicsNarrow, Bfloat16) {
  check_all<__nv_bfloat16, __nv_bfloat162>(
      formats::bf16, [](unsigned short c) { return __ushort_as_bfloat16(c); },
      [](__nv_bfloat16 x) { return __bfloat16_as_ushort(x); });
}

TEST(IntrinsicsNarrow, SaturateAndFastDivision) {
  EXPECT_EQ(__float_as_uint(__saturatef(-0.0f)), 0u);
  EXPECT_EQ(__float_as_uint(__saturatef(NAN)), 0u);
  EXPECT_EQ(__saturatef(0.25f), 0.25f);
  EXPECT_EQ(__saturatef(INFINITY), 1.0f);
  EXPECT_EQ(__fdividef(1.0f, 0x1p126f), 0x1p-126f);
  EXPECT_EQ(__fdividef(0x1p126f, 0x1.8p126f), 0.0f);
  EXPECT_TRUE(std::isnan(__fdividef(INFINITY, 0x1.8p126f)));
  EXPECT_TRUE(std::isnan(__fdividef(NAN, 0x1.8p126f)));
  EXPECT_EQ(__fdividef(1.0f, INFINITY), 0.0f);
  EXPECT_TRUE(std::isnan(__powf(-2.0f, 2.0f)));
}

}  // namespace
}  // namespace ulpgate
