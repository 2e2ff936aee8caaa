#include "reference/formats/text.h"

#include <charconv>
#include <gtest/gtest.h>
#include <string>

#include "reference/exact/exact.h"
#include "reference/tests/print.h"

namespace ulpgate {
namespace {

using namespace formats;

TEST(Text, Decimals) {
  EXPECT_EQ(to_decimal(e4m3, 0x7E), "448");
  EXPECT_EQ(to_decimal(e4m3, 0x01), "0.001953125");
  EXPECT_EQ(to_decimal(e4m3, 0xFF), "NaN");
  EXPECT_EQ(to_decimal(e5m2, 0xFC), "-Inf");
  EXPECT_EQ(to_decimal(e5m2, 0x7C), "Inf");
  EXPECT_EQ(to_decimal(fp32, 0x80000000), "-0");
  EXPECT_EQ(to_decimal(fp32, 0x3DCCCCCD), "0.1");
  EXPECT_EQ(to_decimal(fp64, 0x3FB999999999999A), "0.1");
  EXPECT_EQ(to_decimal(tf32, 0x3F801FFF), "1");
  EXPECT_EQ(to_decimal(e8m0, 0x7F), "1");
  EXPECT_EQ(to_decimal(int32, 0xFFFFFFFF), "-1");
  EXPECT_EQ(to_decimal(int64, 0x8000000000000000), "-9223372036854775808");
}

TEST(Text, HexadecimalHasTheElementsWidth) {
  EXPECT_EQ(to_hex(e2m1, 0x7), "0x07");
  EXPECT_EQ(to_hex(fp16, 0x7C), "0x007C");
  EXPECT_EQ(to_hex(tf32, 0x3F802000), "0x3F802000");
  EXPECT_EQ(to_hex(fp64, 0), "0x0000000000000000");
}

TEST(Text, ParsesWhatItWrites) {
  for (const Format* f : all_formats()) {
    for (const std::uint64_t code : {std::uint64_t{0}, f->sign_mask(), f->code_mask(), f->code_step()})
      EXPECT_EQ(parse_hex_code(*f, to_hex(*f, code)), code) << f->name;
  }
}

TEST(Text, RejectsWhatIsNoCode) {
  EXPECT_EQ(parse_hex_code(e2m1, "0x10"), std::nullopt) << "e2m1 has four bits";
  EXPECT_EQ(parse_hex_code(e4m3, "0x100"), std::nullopt);
  EXPECT_EQ(parse_hex_code(e4m3, "7F"), std::nullopt);
  EXPECT_EQ(parse_hex_code(e4m3, "0x"), std::nullopt);
  EXPECT_EQ(parse_hex_code(e4m3, "0x7G"), std::nullopt);
  EXPECT_EQ(parse_hex_code(e4m3, "0x-1"), std::nullopt);
  EXPECT_EQ(parse_hex_code(e4m3, ""), std::nullopt);
  EXPECT_EQ(parse_hex_code(fp64, "0x10000000000000000"), std::nullopt);
  EXPECT_EQ(parse_hex_code(tf32, "0x3f801fff"), 0x3F801FFF) << "padding may be set";
}

class DecimalIdentifies : public testing::TestWithParam<const Format*> {};

TEST_P(DecimalIdentifies, EveryFiniteCode) {
  const Format& f = *GetParam();
  const Rule rule{.overflow = Overflow::saturate, .nan = NanRule::code};
  for (std::uint64_t i = 0; i < f.code_count(); ++i) {
    const std::uint64_t code = i << f.padding_bits;
    if (!is_finite(f, code)) continue;
    const std::string text = to_decimal(f, code);
    double value = 0;
    ASSERT_EQ(std::from_chars(text.data(), text.data() + text.size(), value).ptr, text.data() + text.size());
    ASSERT_EQ(encode(f, Exact::from_double(value), rule).code, code) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, DecimalIdentifies, testing::ValuesIn(formats_up_to(16)), FormatName{});

}  // namespace
}  // namespace ulpgate
