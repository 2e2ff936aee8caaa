#include "kernels/api/printable.h"

#include <gtest/gtest.h>

namespace ulpgate {
namespace {

TEST(Printable, KeepsText) {
  EXPECT_EQ(printable("", 10), "");
  EXPECT_EQ(printable("2.1 beta ~", 20), "2.1 beta ~");
  EXPECT_EQ(printable("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", 20),
            "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
}

TEST(Printable, ReplacesControlCharacters) {
  EXPECT_EQ(printable("a\tb\n\x1b[31m\x7f", 20), "a?b??[31m?");
  EXPECT_EQ(printable(std::string_view("a\0b", 3), 20), "a?b");
  EXPECT_EQ(printable("\xc2\x85", 20), "?");      // U+0085, a C1 control character
  EXPECT_EQ(printable("\xe2\x80\xae", 20), "?");  // U+202E, right-to-left override
  EXPECT_EQ(printable("\xef\xbb\xbf", 20), "?");  // U+FEFF, byte order mark
}

TEST(Printable, ReplacesEachInvalidByte) {
  EXPECT_EQ(printable("\xff\xfe", 20), "??");
  EXPECT_EQ(printable("\xc3", 20), "?");  // cut off
  EXPECT_EQ(printable("\xc3(", 20), "?(");
  EXPECT_EQ(printable("\xc0\xaf", 20), "??");            // overlong
  EXPECT_EQ(printable("\xe0\x80\xaf", 20), "???");       // overlong
  EXPECT_EQ(printable("\xed\xa0\x80", 20), "???");       // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80", 20), "????");  // beyond U+10FFFF
}

TEST(Printable, CutsBetweenCharacters) {
  EXPECT_EQ(printable("abcdef", 3), "abc");
  EXPECT_EQ(printable("ab\xe2\x82\xac", 4), "ab");
  EXPECT_EQ(printable("ab\xe2\x82\xac", 5), "ab\xe2\x82\xac");
}

}  // namespace
}  // namespace ulpgate
