// Every published vector, on both encoders; and the reader of the files.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/tests/print.h"
#include "reference/twins/encode.h"
#include "reference/vectors/vector_file.h"

namespace ulpgate {
namespace {

const std::filesystem::path folder = ULPGATE_VECTORS;

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

RuleBook rule_book() { return read_rules(text_of(folder / "rules.txt"), "rules.txt"); }

std::vector<std::string> vector_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".txt" && name != "rules.txt") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// What both encoders say; a test failure where they do not agree.
Expected both(const Vector& v, const Exact& value, const Rule& rule) {
  const Expected fast = encode(*v.to, value, rule, v.random);
  EXPECT_EQ(fast, twin_encode(*v.to, value, rule, v.random)) << v.place;
  return fast;
}

void check(const Vector& v) {
  const Exact value = Exact::from_code(*v.from, v.input);
  if (v.kind == VectorKind::decode) {
    EXPECT_EQ(value.is_nan(), v.is_nan) << v.place;
    EXPECT_EQ(twin_decode(*v.from, v.input).number_class, value.number_class()) << v.place;
    if (!v.is_nan) {
      EXPECT_EQ(value, Exact::from_code(*v.to, v.expected)) << v.place;
    }
    return;
  }
  const Expected first = both(v, value, v.first.rule);
  EXPECT_TRUE(meets(*v.to, v.expected, first))
      << v.place << ": " << v.first.name << " gives " << to_hex(*v.to, first.code) << ", the file says "
      << to_hex(*v.to, v.expected);
  if (v.kind == VectorKind::differ) {
    const Expected second = both(v, value, v.second.rule);
    EXPECT_TRUE(meets(*v.to, v.other, second))
        << v.place << ": " << v.second.name << " gives " << to_hex(*v.to, second.code);
    EXPECT_FALSE(meets(*v.to, v.other, first)) << v.place << ": no disagreement";
    EXPECT_FALSE(meets(*v.to, v.expected, second)) << v.place << ": no disagreement";
  }
  if (v.kind == VectorKind::twice) {
    const std::uint64_t between = encode(*v.through, value, Rule{}).code;
    const Expected detour = both(v, Exact::from_code(*v.through, between), v.first.rule);
    EXPECT_TRUE(meets(*v.to, v.other, detour))
        << v.place << ": the detour gives " << to_hex(*v.to, detour.code);
    EXPECT_FALSE(meets(*v.to, v.other, first)) << v.place << ": the detour does no harm";
  }
}

class VectorFile : public testing::TestWithParam<std::string> {};

TEST_P(VectorFile, BothEncodersMeetEveryLine) {
  const std::vector<Vector> vectors = read_vectors(text_of(folder / GetParam()), GetParam(), rule_book());
  ASSERT_FALSE(vectors.empty());
  for (const Vector& v : vectors) check(v);
  RecordProperty("vectors", static_cast<int>(vectors.size()));
}

INSTANTIATE_TEST_SUITE_P(Fixtures, VectorFile, testing::ValuesIn(vector_files()), [](const auto& row) {
  return std::string(row.param.substr(0, row.param.find('.')));
});

TEST(Vectors, TheFilesAreThere) {
  EXPECT_GE(vector_files().size(), 9U);
  EXPECT_GE(rule_book().size(), 60U);
}

void expect_error(const std::string& line, const std::string& part) {
  const RuleBook rules = read_rules("rule known e4m3 overflow=saturate,infinity=saturate", "rules");
  try {
    read_vectors("# head\n\n" + line, "file", rules);
    ADD_FAILURE() << "'" << line << "' was accepted";
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.substr(0, 6), "file:3") << message;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }
}

TEST(Vectors, MalformedLinesAreNamed) {
  expect_error("covert fp32 e4m3 @known 0x0 -> 0x0", "starts with convert, decode, differ or twice");
  expect_error("convert fp32 e4m4 @known 0x0 -> 0x0", "no format 'e4m4'");
  expect_error("convert fp32 e4m3 @unknown 0x0 -> 0x0", "no rule 'unknown' for e4m3");
  expect_error("convert fp32 e5m2 @known 0x0 -> 0x0", "no rule 'known' for e5m2");
  expect_error("convert fp32 e4m3 rounding=nearest 0x0 -> 0x0", "cannot be 'nearest'");
  expect_error("convert fp32 e4m3 rounding=up 0x0 -> 0x0",
               "does not fit: overflow to infinity, and e4m3 has none");
  expect_error("convert fp32 e4m3 @known 1.0 -> 0x0", "'1.0' is not a hexadecimal code of fp32");
  expect_error("convert fp32 e4m3 @known 0x0 -> 0x100", "'0x100' is not a hexadecimal code of e4m3");
  expect_error("convert fp32 e4m3 @known 0x0 0x0", "'->' should stand");
  expect_error("convert fp32 e4m3 @known 0x0 random=1 -> 0x0", "random word");
  expect_error("convert fp32 e4m3 @known 0x0 -> 0x0 0x1", "one word too many");
  expect_error("convert fp32 e4m3 @known 0x0 ->", "ends where a code should be");
  expect_error("decode e4m3", "ends where a code should be");
}

TEST(Vectors, RuleBooksAreChecked) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      read_rules(text, "rules");
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(message("# nothing\n"), "rules:1: there is nothing in this file.");
  EXPECT_EQ(message("rule a e4m3 overflow=nan\nrule a e4m3 overflow=nan"),
            "rules:2: the rule 'a' for e4m3 is there twice.");
  EXPECT_EQ(message("rule a e4m3 overflow"), "rules:1: A claim is key=value, and 'overflow' has no '='.");
  EXPECT_EQ(message("convert"), "rules:1: a line starts with rule, not 'convert'.");
}

TEST(Vectors, CommentsAndRandomWordsAreKept) {
  const auto vectors = read_vectors(
      "convert fp32 e2m1 "
      "rounding=stochastic,random_bits=8,overflow=saturate,infinity=saturate,nan=max_positive "
      "0x3F800000 random=0x80 -> 0x02  # one\r\n",
      "file", {});
  ASSERT_EQ(vectors.size(), 1U);
  EXPECT_EQ(vectors[0].random, 0x80U);
  EXPECT_EQ(vectors[0].place, "file:1");
  EXPECT_EQ(vectors[0].comment.substr(0, 3), "one");
}

}  // namespace
}  // namespace ulpgate
