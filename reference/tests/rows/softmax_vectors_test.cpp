// Every line of fixtures/vectors/rows/softmax.txt, whose head says what a line means.
#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/formats/encode.h"
#include "reference/oracles/softmax.h"

namespace ulpgate {
namespace {

struct Number {
  double value = 0;
  double tolerance = 0;  ///< half a unit of the last digit, where there is a point
  bool masked = false;
};

Number number(const std::string& text) {
  if (text == "M") return {0, 0, true};
  Number n{std::strtod(text.c_str(), nullptr), 0, false};
  if (const auto slash = text.find('/'); slash != std::string::npos)
    n.value /= std::strtod(text.c_str() + slash + 1, nullptr);
  const auto point = text.find('.');
  if (point != std::string::npos && text.find_first_of("xeE") == std::string::npos)
    n.tolerance = std::pow(10.0, -static_cast<double>(text.size() - point - 1)) / 2;
  return n;
}

std::vector<Number> numbers(const std::vector<std::string>& words) {
  std::vector<Number> all;
  for (const std::string& word : words) {
    const auto star = word.find('*');
    const int times = star == std::string::npos ? 1 : std::atoi(word.c_str() + star + 1);
    all.insert(all.end(), static_cast<std::size_t>(times), number(word.substr(0, star)));
  }
  return all;
}

struct Line {
  bool log = false;
  const Format* format = nullptr;
  RowArithmetic claims;
  std::vector<Number> x, y, other;
  bool other_is_wrong = false;
};

void claim(RowArithmetic& a, const std::string& key, const std::string& value) {
  if (key == "mask_value") a.mask_value = std::strtod(value.c_str(), nullptr);
  if (key == "masked_row" && value == "zero") a.masked_row = MaskedRow::zero;
  if (key == "infinity" && value == "one_hot") a.infinity = InfinityRow::one_hot;
  if (key == "log_softmax" && value == "lse") a.log_softmax = LogSoftmaxAlgorithm::lse;
}

Line parse(const std::string& text) {
  std::istringstream in(text);
  Line line;
  std::string operation, format, word;
  in >> operation >> format;
  line.log = operation == "log_softmax";
  line.format = find_format(format);
  line.claims.accumulator = line.format == &formats::fp64 ? &formats::fp64 : &formats::fp32;
  std::vector<std::string> parts[3];
  int part = 0;
  while (in >> word) {
    if (word == "->") {
      part = 1;
    } else if (word == "wrong" || word == "within") {
      part = 2;
      line.other_is_wrong = word == "wrong";
    } else if (const auto equals = word.find('='); equals != std::string::npos) {
      claim(line.claims, word.substr(0, equals), word.substr(equals + 1));
    } else {
      parts[part].push_back(word);
    }
  }
  line.x = numbers(parts[0]);
  line.y = numbers(parts[1]);
  line.other = numbers(parts[2]);
  return line;
}

double rounded(const Format& f, double x) {
  return to_double(f, encode(f, Exact::from_double(x), Rule{}).code);
}

/// Whether a result, rounded to nearest in the format, may be `y`.
bool may_be(const Format& f, const RowValue& value, const RowBound& bound, double y) {
  switch (value.number_class) {
    case NumberClass::nan:
      return std::isnan(y);
    case NumberClass::infinity:
      return std::isinf(y) && std::signbit(y) == value.negative;
    default:
      break;
  }
  if (!std::isfinite(y)) return bound.may_overflow;
  const Interval range = widened(value.value, bound.error);
  return rounded(f, range.low) <= y && y <= rounded(f, range.high);
}

void check(const Line& line) {
  std::vector<double> x;
  std::vector<std::uint8_t> masked;
  for (const Number& n : line.x) {
    x.push_back(rounded(*line.format, n.value));
    masked.push_back(n.masked ? 1 : 0);
  }
  const auto oracle = softmax_row({.x = x, .masked = masked, .log = line.log}, line.claims);
  ASSERT_EQ(line.y.size(), x.size());
  bool all = true;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    const RowValue value = oracle->value(0, place);
    const RowBound bound = oracle->bound(0, place);
    const Number& y = line.y[i];
    if (std::isnan(y.value)) {
      EXPECT_EQ(value.number_class, NumberClass::nan);
    } else if (std::isinf(y.value)) {
      EXPECT_TRUE(value.number_class == NumberClass::infinity && value.negative == std::signbit(y.value));
    } else {
      EXPECT_NEAR(value.value.high, y.value, y.tolerance + std::fabs(y.value) * 0x1p-52);
      EXPECT_TRUE(may_be(*line.format, value, bound, rounded(*line.format, value.value.high)));
    }
    if (!line.other.empty())
      all = all && may_be(*line.format, value, bound, rounded(*line.format, line.other.at(i).value));
  }
  if (!line.other.empty()) {
    EXPECT_EQ(all, !line.other_is_wrong);
  }
}

TEST(SoftmaxVectors, AllHold) {
  std::ifstream file(ULPGATE_VECTORS "/rows/softmax.txt");
  std::string text;
  int checked = 0;
  while (std::getline(file, text)) {
    if (text.empty() || text.front() == '#') continue;
    SCOPED_TRACE(text);
    check(parse(text));
    ++checked;
  }
  EXPECT_GE(checked, 40);
}

}  // namespace
}  // namespace ulpgate
