// Decoding against the twin, and against the published constants of each format.
#include "reference/formats/decode.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>

#include "reference/exact/exact.h"
#include "reference/formats/ulp.h"
#include "reference/tests/print.h"
#include "reference/twins/values.h"

namespace ulpgate {
namespace {

void expect_same_value(const Format& f, std::uint64_t code) {
  const Unpacked u = unpack(f, code);
  const TwinValue twin = twin_decode(f, code);
  ASSERT_EQ(u.number_class, twin.number_class) << f.name << ' ' << to_hex(f, code);
  ASSERT_EQ(is_nan(f, code), twin.number_class == NumberClass::nan) << f.name << ' ' << to_hex(f, code);
  ASSERT_FALSE(u.sticky);
  if (twin.number_class == NumberClass::nan) return;
  ASSERT_EQ(u.negative, twin.negative) << f.name << ' ' << to_hex(f, code);
  if (!is_finite(f, code)) return;
  ASSERT_EQ(Rational(Rational::Integer(u.significand)) * Rational::power_of_two(u.exponent), twin.magnitude)
      << f.name << ' ' << to_hex(f, code);
}

class DecodeEveryCode : public testing::TestWithParam<const Format*> {};

TEST_P(DecodeEveryCode, AgreesWithTheTwin) {
  const Format& f = *GetParam();
  for (std::uint64_t i = 0; i < f.code_count(); ++i) expect_same_value(f, i << f.padding_bits);
}

TEST_P(DecodeEveryCode, IgnoresBitsThatAreNotTheFormats) {
  const Format& f = *GetParam();
  for (std::uint64_t i = 0; i<f.code_count(); i += f.width()> 8 ? 17 : 1) {
    const std::uint64_t code = i << f.padding_bits;
    const Unpacked clean = unpack(f, code);
    const Unpacked dirty = unpack(f, code | ~f.code_mask());
    ASSERT_EQ(clean.number_class, dirty.number_class);
    ASSERT_EQ(clean.negative, dirty.negative);
    ASSERT_EQ(clean.significand, dirty.significand);
    ASSERT_EQ(clean.exponent, dirty.exponent);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, DecodeEveryCode, testing::ValuesIn(formats_up_to(19)), FormatName{});

TEST(Decode, WideFormatsAgreeWithTheTwin) {
  using namespace formats;
  const std::uint64_t significands[] = {0, 1, 2, 0x5555555555555555, 0xAAAAAAAAAAAAAAAA, ~std::uint64_t{0}};
  for (const Format* f : {&fp32, &fp64}) {
    for (std::uint64_t exponent = 0; exponent < (std::uint64_t{1} << f->exponent_bits); ++exponent) {
      for (const std::uint64_t pattern : significands) {
        const std::uint64_t code = exponent << f->significand_bits | (pattern & f->significand_mask());
        expect_same_value(*f, code);
        expect_same_value(*f, code | f->sign_mask());
      }
    }
  }
}

TEST(Decode, IntegersAgreeWithTheTwin) {
  using namespace formats;
  for (const Format* f : {&int32, &int64}) {
    for (int shift = 0; shift < f->width(); ++shift) {
      const std::uint64_t power = std::uint64_t{1} << shift;
      for (const std::uint64_t code : {power, power - 1, ~power, ~power + 1})
        expect_same_value(*f, code & f->code_mask());
    }
  }
}

TEST(Decode, WideFormatsAgreeWithTheHost) {
  for (std::uint64_t i = 0; i < 0x100000000; i += 65521) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(i));
    if (std::isnan(value)) {
      ASSERT_TRUE(is_nan(formats::fp32, i));
    } else {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(to_double(formats::fp32, i)),
                std::bit_cast<std::uint64_t>(static_cast<double>(value)));
    }
  }
}

/// One row of a format's definition. Codes are those of positive values.
struct Constants {
  const Format* format;
  std::uint64_t largest;
  double largest_value;
  std::uint64_t smallest_normal;
  double smallest_normal_value;
  double smallest_value;  ///< of code 1, in units of the code
  int nans;
  int infinities;
  int zeros;
  int positive_finite;  ///< not zero
};

void PrintTo(const Constants& c, std::ostream* out) { *out << c.format->name; }

using namespace formats;

// IEEE 754-2019 table 3.5; OCP OFP8 1.0 table 1; OCP Microscaling 1.0 tables 1 to 4 and section 5.4.1; PTX
// ISA.
const Constants published[] = {
    {&tf32, 0x7F7FE000, 0x1.FFCp127, 0x00800000, 0x1p-126, 0x1p-136, 2046, 2, 2, 255 * 1024 - 1},
    {&fp16, 0x7BFF, 65504, 0x0400, 0x1p-14, 0x1p-24, 2046, 2, 2, 31 * 1024 - 1},
    {&bf16, 0x7F7F, 0x1.FEp127, 0x0080, 0x1p-126, 0x1p-133, 254, 2, 2, 255 * 128 - 1},
    {&e4m3, 0x7E, 448, 0x08, 0x1p-6, 0x1p-9, 2, 0, 2, 126},
    {&e5m2, 0x7B, 57344, 0x04, 0x1p-14, 0x1p-16, 6, 2, 2, 123},
    {&e4m3fnuz, 0x7F, 240, 0x08, 0x1p-7, 0x1p-10, 1, 0, 1, 127},
    {&e5m2fnuz, 0x7F, 57344, 0x04, 0x1p-15, 0x1p-17, 1, 0, 1, 127},
    {&e3m2, 0x1F, 28, 0x04, 0.25, 0.0625, 0, 0, 2, 31},
    {&e2m3, 0x1F, 7.5, 0x08, 1.0, 0.125, 0, 0, 2, 31},
    {&e2m1, 0x7, 6, 0x2, 1.0, 0.5, 0, 0, 2, 7},
    {&e8m0, 0xFE, 0x1p127, 0x00, 0x1p-127, 0x1p-126, 1, 0, 0, 255},
    {&ue4m3, 0x7E, 448, 0x08, 0x1p-6, 0x1p-9, 1, 0, 1, 126},
};

class Published : public testing::TestWithParam<Constants> {};

TEST_P(Published, ConstantsHold) {
  const Constants& c = GetParam();
  const Format& f = *c.format;
  EXPECT_EQ(max_finite_magnitude(f), c.largest);
  EXPECT_EQ(to_double(f, c.largest), c.largest_value);
  EXPECT_EQ(to_double(f, c.smallest_normal), c.smallest_normal_value);
  EXPECT_EQ(f.min_exponent(), std::ilogb(c.smallest_normal_value));
  EXPECT_EQ(to_double(f, f.code_step()), c.smallest_value);
}

TEST_P(Published, CodesAreCounted) {
  const Constants& c = GetParam();
  const Format& f = *c.format;
  int nans = 0;
  int infinities = 0;
  int zeros = 0;
  int positive_finite = 0;
  for (std::uint64_t i = 0; i < f.code_count(); ++i) {
    const Unpacked u = unpack(f, i << f.padding_bits);
    nans += u.number_class == NumberClass::nan ? 1 : 0;
    infinities += u.number_class == NumberClass::infinity ? 1 : 0;
    zeros += u.number_class == NumberClass::zero ? 1 : 0;
    positive_finite += u.number_class == NumberClass::finite && !u.negative ? 1 : 0;
  }
  EXPECT_EQ(nans, c.nans);
  EXPECT_EQ(infinities, c.infinities);
  EXPECT_EQ(zeros, c.zeros);
  EXPECT_EQ(positive_finite, c.positive_finite);
}

INSTANTIATE_TEST_SUITE_P(Formats, Published, testing::ValuesIn(published),
                         [](const auto& row) { return std::string(row.param.format->name); });

TEST(Decode, NamedSpecialCodes) {
  for (const std::uint64_t code : {0x7F, 0xFF}) EXPECT_TRUE(is_nan(e4m3, code));
  for (const std::uint64_t code : {0x7D, 0x7E, 0x7F, 0xFD, 0xFE, 0xFF}) EXPECT_TRUE(is_nan(e5m2, code));
  for (const std::uint64_t code : {0x7C, 0xFC}) EXPECT_TRUE(is_infinity(e5m2, code));
  EXPECT_TRUE(is_nan(e4m3fnuz, 0x80));
  EXPECT_TRUE(is_nan(e5m2fnuz, 0x80));
  EXPECT_TRUE(is_nan(e8m0, 0xFF));
  EXPECT_TRUE(is_infinity(fp16, 0x7C00));
  EXPECT_TRUE(is_infinity(bf16, 0x7F80));
  EXPECT_TRUE(is_infinity(tf32, 0x7F801FFF)) << "padding does not make a NaN";
  const double e2m1_values[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  for (std::uint64_t code = 0; code < 8; ++code) {
    EXPECT_EQ(to_double(e2m1, code), e2m1_values[code]);
    EXPECT_EQ(to_double(e2m1, code + 8), -e2m1_values[code]);
  }
}

// IEEE P3109 (draft): a signed binary{K}p{P} has bias 2^(K-P-1) and one NaN, in the place of negative zero;
// in the finite domain every other code is a number. The 8-bit ones are the values of the fnuz formats.
TEST(Decode, FinitePvariantsOfP3109AreTheFnuzFormats) {
  const Format* const fnuz[] = {&e5m2fnuz, &e4m3fnuz};
  for (const int precision : {3, 4}) {
    const Format& f = *fnuz[precision - 3];
    const int bias = 1 << (8 - precision - 1);
    EXPECT_EQ(f.bias, bias);
    for (int code = 0; code < 256; ++code) {
      if (code == 0x80) {
        EXPECT_TRUE(is_nan(f, 0x80));
        continue;
      }
      const int units = 1 << (precision - 1);
      const int exponent = (code & 0x7F) / units;
      const int trailing = (code & 0x7F) % units;
      const double fraction = static_cast<double>(trailing) / units;
      const double magnitude =
          exponent == 0 ? std::ldexp(fraction, 1 - bias) : std::ldexp(1 + fraction, exponent - bias);
      EXPECT_EQ(to_double(f, static_cast<std::uint64_t>(code)), code < 128 ? magnitude : -magnitude);
    }
  }
}

}  // namespace
}  // namespace ulpgate
