// Conversions between numbers and integers in every direction, against long double's floor and ceil and the
// encoder.
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <type_traits>

#include "kernels/executor/tests/intrinsics_oracle.h"
#include "ulpgate/simt/intrinsics.h"

namespace ulpgate {
namespace {

static_assert(std::numeric_limits<long double>::digits >= 53);

long double integral(long double x, Rounding rounding) {
  switch (rounding) {
    case Rounding::up:
      return std::ceil(x);
    case Rounding::down:
      return std::floor(x);
    case Rounding::toward_zero:
      return std::trunc(x);
    default: {
      const long double below = std::floor(x), rest = x - below;
      const bool odd = std::fmod(below, 2.0L) != 0;
      return rest > 0.5L || (rest == 0.5L && odd) ? below + 1 : below;
    }
  }
}

template <class Integer>
Integer to_integer(long double x, Rounding rounding, bool from_double = false) {
  using Limits = std::numeric_limits<Integer>;
  if (std::isnan(x)) {
    const bool wide = sizeof(Integer) == 8 || from_double;
    return wide ? static_cast<Integer>(std::make_unsigned_t<Integer>{1} << (sizeof(Integer) * 8 - 1))
                : Integer{0};
  }
  const long double y = integral(x, rounding);
  // The ends' own powers of two are exact in any format.
  if (y >= std::ldexp(1.0L, Limits::digits)) return Limits::max();
  if (y <= static_cast<long double>(Limits::min())) return Limits::min();
  return static_cast<Integer>(y);
}

#define CHECK_NARROW(prefix, name, Integer)                                                       \
  ASSERT_EQ(prefix##2##name##_rn(x), to_integer<Integer>(value, Rounding::nearest_even)) << code; \
  ASSERT_EQ(prefix##2##name##_ru(x), to_integer<Integer>(value, Rounding::up)) << code;           \
  ASSERT_EQ(prefix##2##name##_rd(x), to_integer<Integer>(value, Rounding::down)) << code;         \
  ASSERT_EQ(prefix##2##name##_rz(x), to_integer<Integer>(value, Rounding::toward_zero)) << code
#define CHECK_NARROW_ALL(prefix)                \
  CHECK_NARROW(prefix, short, short);           \
  CHECK_NARROW(prefix, ushort, unsigned short); \
  CHECK_NARROW(prefix, int, int);               \
  CHECK_NARROW(prefix, uint, unsigned);         \
  CHECK_NARROW(prefix, ll, long long);          \
  CHECK_NARROW(prefix, ull, unsigned long long)

TEST(IntrinsicsConversion, EveryHalf) {
  for (unsigned code = 0; code < 0x10000; ++code) {
    const __half x = __ushort_as_half(static_cast<unsigned short>(code));
    const long double value = __half2float(x);
    CHECK_NARROW_ALL(__half);
  }
}

TEST(IntrinsicsConversion, EveryBfloat16) {
  for (unsigned code = 0; code < 0x10000; ++code) {
    const __nv_bfloat16 x = __ushort_as_bfloat16(static_cast<unsigned short>(code));
    const long double value = __bfloat162float(x);
    CHECK_NARROW_ALL(__bfloat16);
  }
}

#define CHECK_WIDE(prefix, name, Integer, is_double)                                                      \
  ASSERT_EQ(prefix##2##name##_rn(x), to_integer<Integer>(value, Rounding::nearest_even, is_double)) << x; \
  ASSERT_EQ(prefix##2##name##_ru(x), to_integer<Integer>(value, Rounding::up, is_double)) << x;           \
  ASSERT_EQ(prefix##2##name##_rd(x), to_integer<Integer>(value, Rounding::down, is_double)) << x;         \
  ASSERT_EQ(prefix##2##name##_rz(x), to_integer<Integer>(value, Rounding::toward_zero, is_double)) << x

/// Codes whose values lie about the integers' ranges, halves among them, and any codes.
std::vector<std::uint64_t> codes_to_convert(const Format& format) {
  auto codes = corner_codes(format);
  Words words(11);
  for (int i = 0; i < 300'000 / sanitizers_slow_down; ++i) {
    const auto exponent = static_cast<std::uint64_t>(format.bias - 3 + words.below(70));
    std::uint64_t code = (words.next() & format.sign_mask()) | exponent << format.significand_bits;
    const int kept = words.below(format.significand_bits + 1);
    code |= words.next() & format.significand_mask() & ~Format::ones(format.significand_bits - kept);
    codes.push_back(i % 8 == 0 ? words.next() & format.code_mask() : code);
  }
  return codes;
}

TEST(IntrinsicsConversion, SingleToInteger) {
  for (const std::uint64_t code : codes_to_convert(formats::fp32)) {
    const float x = std::bit_cast<float>(static_cast<std::uint32_t>(code));
    const long double value = x;
    CHECK_WIDE(__float, int, int, false);
    CHECK_WIDE(__float, uint, unsigned, false);
    CHECK_WIDE(__float, ll, long long, false);
    CHECK_WIDE(__float, ull, unsigned long long, false);
  }
}

TEST(IntrinsicsConversion, DoubleToInteger) {
  for (const std::uint64_t code : codes_to_convert(formats::fp64)) {
    const double x = std::bit_cast<double>(code);
    const long double value = x;
    CHECK_WIDE(__double, int, int, true);
    CHECK_WIDE(__double, uint, unsigned, true);
    CHECK_WIDE(__double, ll, long long, true);
    CHECK_WIDE(__double, ull, unsigned long long, true);
  }
}

TEST(IntrinsicsConversion, DoubleToSingle) {
  const auto expect = [](std::uint64_t code, float got, Rounding rounding) {
    const Expected expected = oracle_round(formats::fp32, Exact::from_code(formats::fp64, code), rounding);
    ASSERT_TRUE(agrees(formats::fp32, std::bit_cast<std::uint32_t>(got), expected)) << std::hex << code;
  };
  auto codes = corner_codes(formats::fp64);
  for (const std::uint64_t code : corner_codes(formats::fp32)) {
    const double x = std::bit_cast<float>(static_cast<std::uint32_t>(code));
    const auto wide = std::bit_cast<std::uint64_t>(x);
    for (const std::uint64_t step : {0, 1, 1 << 28, 1 << 29}) {
      codes.push_back(wide + step);
      codes.push_back(wide - step);
    }
  }
  Words words(12);
  for (int i = 0; i < 100'000 / sanitizers_slow_down; ++i) {
    const auto exponent = static_cast<std::uint64_t>(1023 - 155 + words.below(290));
    codes.push_back((words.next() & ~(std::uint64_t{0x7FF} << 52)) | exponent << 52);
    codes.push_back(codes.back() & ~Format::ones(28));  // exact numbers and halves
  }
  for (const std::uint64_t code : codes) {
    const double x = std::bit_cast<double>(code);
    expect(code, __double2float_rn(x), Rounding::nearest_even);
    expect(code, __double2float_rz(x), Rounding::toward_zero);
    expect(code, __double2float_ru(x), Rounding::up);
    expect(code, __double2float_rd(x), Rounding::down);
  }
}

template <class Integer>
Expected rounded(const Format& format, Integer x, Rounding rounding) {
  const boost::multiprecision::cpp_int value(x);
  return oracle_round(format, Exact(x < 0, abs(value), 0), rounding);
}

std::uint64_t code_of(float x) { return std::bit_cast<std::uint32_t>(x); }
std::uint64_t code_of(double x) { return std::bit_cast<std::uint64_t>(x); }
std::uint64_t code_of(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }

#define CHECK_FROM(format, name, target)                                                            \
  ASSERT_EQ(code_of(__##name##2##target##_rn(x)), rounded(format, x, Rounding::nearest_even).code); \
  ASSERT_EQ(code_of(__##name##2##target##_rz(x)), rounded(format, x, Rounding::toward_zero).code);  \
  ASSERT_EQ(code_of(__##name##2##target##_ru(x)), rounded(format, x, Rounding::up).code);           \
  ASSERT_EQ(code_of(__##name##2##target##_rd(x)), rounded(format, x, Rounding::down).code)

TEST(IntrinsicsConversion, FromInteger) {
  Words words(13);
  std::vector<std::uint64_t> integers;
  for (int bit = 0; bit < 64; ++bit) {
    for (const std::uint64_t near : {0, 1, 2}) {
      integers.push_back((std::uint64_t{1} << bit) + near);
      integers.push_back((std::uint64_t{1} << bit) - near);
    }
  }
  for (int i = 0; i < 40'000 / sanitizers_slow_down; ++i) integers.push_back(words.next() >> words.below(64));
  const std::size_t count = integers.size();
  for (std::size_t i = 0; i < count; ++i) integers.push_back(0 - integers[i]);
  for (const std::uint64_t word : integers) {
    {
      const auto x = static_cast<long long>(word);
      CHECK_FROM(formats::fp32, ll, float);
      CHECK_FROM(formats::fp64, ll, double);
      CHECK_FROM(formats::bf16, ll, bfloat16);
    }
    {
      const auto x = static_cast<unsigned long long>(word);
      CHECK_FROM(formats::fp32, ull, float);
      CHECK_FROM(formats::fp64, ull, double);
      CHECK_FROM(formats::bf16, ull, bfloat16);
    }
    {
      const auto x = static_cast<int>(word);
      CHECK_FROM(formats::fp32, int, float);
      CHECK_FROM(formats::bf16, int, bfloat16);
    }
    {
      const auto x = static_cast<unsigned>(word);
      CHECK_FROM(formats::fp32, uint, float);
      CHECK_FROM(formats::bf16, uint, bfloat16);
    }
    {
      const auto x = static_cast<short>(word);
      CHECK_FROM(formats::bf16, short, bfloat16);
    }
    {
      const auto x = static_cast<unsigned short>(word);
      CHECK_FROM(formats::bf16, ushort, bfloat16);
    }
  }
}

}  // namespace
}  // namespace ulpgate
