// Every line of fixtures/vectors/rows/*.txt, whose heads say what a line means.
#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "reference/exact/ball.h"
#include "reference/exact/enclosure.h"
#include "reference/exact/exact.h"
#include "reference/formats/encode.h"
#include "reference/oracles/attention.h"
#include "reference/oracles/cross_entropy.h"
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
  const auto point = text.find('.'), e = text.find('e');
  if (point != std::string::npos && text.find('x') == std::string::npos) {
    const auto decimals = static_cast<int>(text.substr(0, e).size() - point) - 1;
    const int exponent = e == std::string::npos ? 0 : std::atoi(text.c_str() + e + 1);
    n.tolerance = std::pow(10.0, exponent - decimals) / 2;
  }
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
  std::string operation;
  const Format* format = nullptr;
  RowArithmetic claims;
  double smoothing = 0, scale = 1;
  std::vector<std::int64_t> targets;
  std::vector<Number> x, more, y, other;  ///< more: v of attention, dloss of a backward pass
  bool other_is_wrong = false;
};

void set(Line& line, const std::string& key, const std::string& value) {
  RowArithmetic& a = line.claims;
  if (key == "smoothing") line.smoothing = std::strtod(value.c_str(), nullptr);
  if (key == "scale") line.scale = std::strtod(value.c_str(), nullptr);
  if (key == "target") line.targets.push_back(std::atoll(value.c_str()));
  if (key == "parts") a.parts = std::atoi(value.c_str());
  if (key == "masked_lse" && value == "positive") a.masked_lse_is_positive = true;
  if (key == "reduction") a.reduction = value == "mean" ? Reduction::mean : Reduction::sum;
  if (key == "mask_value") a.mask_value = std::strtod(value.c_str(), nullptr);
  if (key == "masked_row" && value == "zero") a.masked_row = MaskedRow::zero;
  if (key == "infinity" && value == "one_hot") a.infinity = InfinityRow::one_hot;
  if (key == "algorithm" && value == "unshifted") a.softmax = SoftmaxAlgorithm::unshifted;
  if (key == "subnormals" && value == "flushed") a.flushes_subnormals = true;
  if (key == "log_softmax" && value == "lse") a.log_softmax = LogSoftmaxAlgorithm::lse;
}

Line parse(const std::string& text) {
  std::istringstream in(text);
  Line line;
  std::string format, word;
  in >> line.operation >> format;
  line.format = find_format(format);
  line.claims.accumulator = line.format == &formats::fp64 ? &formats::fp64 : &formats::fp32;
  std::vector<std::string> parts[4];
  int part = 0;
  while (in >> word) {
    if (word == "->") {
      part = 1;
    } else if (word == "|") {
      part = 3;
    } else if (word == "wrong" || word == "within") {
      part = 2;
      line.other_is_wrong = word == "wrong";
    } else if (const auto equals = word.find('='); equals != std::string::npos) {
      set(line, word.substr(0, equals), word.substr(equals + 1));
    } else {
      parts[part].push_back(word);
    }
  }
  line.x = numbers(parts[0]);
  line.y = numbers(parts[1]);
  line.other = numbers(parts[2]);
  line.more = numbers(parts[3]);
  return line;
}

/// Once, to nearest even; what is below the normal range may be flushed.
double rounded(const Format& f, const Exact& x, bool flushes) {
  Rule rule;
  if (flushes) rule.subnormals = Subnormals::flushed;
  return to_double(f, encode(f, x, rule).code);
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

/// What the oracle refers to.
struct Inputs {
  std::vector<double> x, more;
  std::vector<std::uint8_t> masked;
};

std::unique_ptr<RowOracle> oracle_of(const Line& line, const Inputs& in) {
  if (line.operation == "attention") {
    const auto d = static_cast<std::int64_t>(in.more.size() / in.x.size());
    return attention_row({.x = in.x, .masked = in.masked, .scale = line.scale, .v = in.more, .d = d},
                         line.claims);
  }
  if (line.targets.empty())
    return softmax_row({.x = in.x, .masked = in.masked, .log = line.operation == "log_softmax"}, line.claims);
  const CrossEntropyRows rows{.x = in.x,
                              .n = static_cast<std::int64_t>(in.x.size() / line.targets.size()),
                              .target = line.targets,
                              .smoothing = line.smoothing};
  if (line.operation == "cross_entropy") return cross_entropy_rows(rows, line.claims);
  return cross_entropy_backward_rows(rows, in.more, line.claims);
}

void check(const Line& line) {
  Inputs in;
  for (const Number& n : line.x) {
    in.x.push_back(rounded(*line.format, n.value));
    in.masked.push_back(n.masked ? 1 : 0);
  }
  for (const Number& n : line.more) in.more.push_back(rounded(*line.format, n.value));
  const auto oracle = oracle_of(line, in);
  bool all = true;
  for (std::size_t i = 0; i < line.y.size(); ++i) {
    // The last one of attention's is lse.
    const bool is_lse = line.operation == "attention" && i + 1 == line.y.size();
    const int output = is_lse ? 1 : 0;
    const std::int64_t place = is_lse ? 0 : static_cast<std::int64_t>(i);
    const RowValue value = oracle->value(output, place);
    const RowBound bound = oracle->bound(output, place);
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

/// By doubles and by balls of 200 bits: both ends of either are rounded.
void check_exponential(const Line& line) {
  const Format& f = *line.format;
  const double x = rounded(f, line.x.at(0).value), y = line.y.at(0).value;
  const bool flushes = line.claims.flushes_subnormals;
  for (const Enclosure& e : {exponential(Enclosure{x, 0, 0}), exponential(Ball(x, 200)).enclosure()}) {
    const Exact middle = Exact::from_double(e.high) + Exact::from_double(e.low);
    const Exact radius = Exact::from_double(e.radius);
    EXPECT_EQ(rounded(f, middle - radius, flushes), y);
    EXPECT_EQ(rounded(f, middle + radius, flushes), y);
  }
}

void check_any(const Line& line) { line.operation == "exp" ? check_exponential(line) : check(line); }

void check_file(const std::string& name, int least) {
  std::ifstream file(ULPGATE_VECTORS "/rows/" + name);
  std::string text;
  int checked = 0;
  while (std::getline(file, text)) {
    if (text.empty() || text.front() == '#') continue;
    SCOPED_TRACE(text);
    check_any(parse(text));
    ++checked;
  }
  EXPECT_GE(checked, least);
}

TEST(RowVectors, Softmax) { check_file("softmax.txt", 54); }
TEST(RowVectors, Exponential) { check_file("exponential.txt", 11); }
TEST(RowVectors, CrossEntropy) { check_file("cross_entropy.txt", 15); }
TEST(RowVectors, Attention) { check_file("attention.txt", 10); }

}  // namespace
}  // namespace ulpgate
