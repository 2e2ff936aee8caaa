#include <gtest/gtest.h>

#include "reports/page/html.h"
#include "reports/page/numbers.h"
#include "reports/page/utf8.h"
#include "reports/page/view.h"
#include "reports/tests/sample.h"

namespace ulpgate::report {
namespace {

TEST(Escape, SpellsOutWhatCannotBeSeen) {
  EXPECT_EQ(escape("<a href='x'>&\"</a>"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;&lt;/a&gt;");
  EXPECT_EQ(escape("a\xe2\x80\xae"
                   "b"),
            "a[U+202E]b");
  EXPECT_EQ(escape(std::string_view("\0\x1b\x7f", 3)), "[U+0000][U+001B][U+007F]");
  EXPECT_EQ(escape("\xc2\x85\xef\xbb\xbf"), "[U+0085][U+FEFF]");
  EXPECT_EQ(escape("é → ✓ 😀\n"), "é → ✓ 😀\n");
}

TEST(Escape, ReplacesInvalidUtf8ByteByByte) {
  const std::string replacement = "\xef\xbf\xbd";
  EXPECT_EQ(escape("\xff"), replacement);
  EXPECT_EQ(escape("\xc0\xaf"), replacement + replacement);                    // overlong
  EXPECT_EQ(escape("\xed\xa0\x80"), replacement + replacement + replacement);  // surrogate
  EXPECT_EQ(escape("\xe2\x80"), replacement + replacement);                    // cut
  EXPECT_EQ(escape("\xf4\x90\x80\x80").size(), 4 * replacement.size());        // beyond Unicode
}

TEST(Utf8, RoundTripsEveryScalarValue) {
  for (char32_t c = 0; c <= 0x10ffff; ++c) {
    if (c >= 0xd800 && c <= 0xdfff) continue;
    std::string text;
    append_utf8(text, c);
    std::string_view rest = text;
    ASSERT_EQ(take_code_point(rest), c);
    ASSERT_TRUE(rest.empty());
  }
}

TEST(SafeLink, OnlyWebAddresses) {
  EXPECT_EQ(safe_link("https://example.org/a?b=1&c=2"), "https://example.org/a?b=1&amp;c=2");
  EXPECT_TRUE(safe_link("http://example.org"));
  for (const char* address :
       {"", "javascript:alert(1)", "data:text/html,x", "//example.org", " https://example.org", "https://a b",
        "https://a\"b", "https://a\nb", "https://\xe2\x80\xae", "file:///etc/passwd"}) {
    EXPECT_FALSE(safe_link(address)) << address;
  }
  EXPECT_FALSE(safe_link("https://" + std::string(5000, 'a')));
}

TEST(Numbers, DoNotRoundAcrossTheBound) {
  EXPECT_EQ(ratio(0.999999), "<1");
  EXPECT_EQ(ratio(1), "1");
  EXPECT_EQ(ratio(1.0000001), ">1");
  EXPECT_EQ(ratio(0.5), "0.5");
  EXPECT_EQ(ratio(1234567), "1.23e+06");
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(18446744073709551615U), "18,446,744,073,709,551,615");
}

TEST(View, OneSampledRowMakesALowerBound) {
  Report report = sample::report(1, 1, 2);
  const auto upper = [&report] { return View(report).operations.at(0).cells.begin()->second.upper_bound; };
  EXPECT_TRUE(upper());
  report.rows.at(0).coverage = Coverage::sampled;
  EXPECT_FALSE(upper());
}

TEST(View, LabelsOfFormats) {
  EXPECT_EQ(formats_label({{"from", "fp32"}, {"to", "fp16"}}), "fp32 → fp16");
  EXPECT_EQ(
      formats_label({{"a", "fp16"}, {"b", "fp16"}, {"c", "fp32"}, {"d", "fp32"}, {"accumulator", "tf32"}}),
      "a, b fp16; c, d fp32; accumulator tf32");
  EXPECT_EQ(formats_label({}), "any format");
}

}  // namespace
}  // namespace ulpgate::report
