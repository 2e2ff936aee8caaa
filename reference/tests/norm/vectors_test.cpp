// Every vector of fixtures/vectors/norm on the oracles; and the variance algorithms as they are published.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/oracles/layer_norm.h"
#include "reference/oracles/norm_backward.h"
#include "reference/oracles/rms_norm.h"

namespace ulpgate {
namespace {

struct Line {
  std::string place, operation;
  std::map<std::string, std::vector<std::string>> inputs;
  std::vector<std::string> expected;

  std::vector<double> list(const std::string& name) const {
    std::vector<double> values;
    if (inputs.count(name) == 0) return values;
    for (const std::string& word : inputs.at(name)) values.push_back(std::stof(word));
    return values;
  }
  double number(const std::string& name) const { return list(name).at(0); }
};

std::vector<std::string> read_list(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string item; std::getline(in, item, ',');) {
    const std::size_t star = item.find('*');
    const int count = star == std::string::npos ? 1 : std::stoi(item.substr(star + 1));
    for (int k = 0; k < count; ++k) {
      std::istringstream group(item.substr(0, star));
      for (std::string word; std::getline(group, word, '|');) words.push_back(word);
    }
  }
  return words;
}

std::vector<Line> read_lines(const std::string& file) {
  std::ifstream in(std::filesystem::path(ULPGATE_VECTORS) / "norm" / file);
  std::vector<Line> lines;
  int number = 0;
  for (std::string text; std::getline(in, text);) {
    ++number;
    std::istringstream words(text.substr(0, text.find('#')));
    Line line{file + ":" + std::to_string(number), {}, {}, {}};
    if (!(words >> line.operation)) continue;
    bool inputs = true;
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      if (word == "->") {
        inputs = false;
      } else if (inputs && equals != std::string::npos) {
        line.inputs[word.substr(0, equals)] = read_list(word.substr(equals + 1));
      } else if (!inputs) {
        for (const std::string& value : read_list(word)) line.expected.push_back(value);
      } else {
        throw std::runtime_error(line.place + ": " + word + " is no input");
      }
    }
    lines.push_back(line);
  }
  if (lines.empty()) throw std::runtime_error(file + " has no lines");
  return lines;
}

/// Half a unit in the last digit that is written.
double half_unit(const std::string& digits) {
  const std::size_t e = digits.find('e'), point = digits.find('.');
  const std::string mantissa = digits.substr(0, e);
  const int exponent = e == std::string::npos ? 0 : std::stoi(digits.substr(e + 1));
  const int decimals = point == std::string::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  return 0.5 * std::pow(10.0, exponent - decimals);
}

void expect_digits(double value, const std::string& digits, const std::string& place) {
  if (std::isinf(value)) {
    EXPECT_EQ(value, std::stod(digits)) << place;
    return;
  }
  EXPECT_LE(std::fabs(value - std::stod(digits)), half_unit(digits) * (1 + 1e-9)) << place << ": " << value;
}

double result(const RowOracle& oracle, int output, std::size_t i) {
  return oracle.value(output, static_cast<std::int64_t>(i)).value.high;
}

void expect_row(const RowOracle& oracle, const Line& line) {
  for (std::size_t i = 0; i < line.expected.size(); ++i)
    expect_digits(result(oracle, 0, i), line.expected[i], line.place);
}

void check(const Line& line) {
  const RowArithmetic none;
  const std::vector<double> x = line.list("x"), gamma = line.list("gamma"), beta = line.list("beta"),
                            dy = line.list("dy"), mean = line.list("mean"), rstd = line.list("rstd");
  if (line.operation == "layer_norm") {
    expect_row(*layer_norm_row({x, gamma, beta, line.number("eps")}, none), line);
  } else if (line.operation == "rms_norm") {
    expect_row(*rms_norm_row({x, gamma, line.number("eps")}, none), line);
  } else if (line.operation == "layer_norm_backward") {
    expect_row(*layer_norm_backward_row({dy, x, gamma, mean.at(0), rstd.at(0)}, none), line);
  } else if (line.operation == "rms_norm_backward") {
    expect_row(*rms_norm_backward_row({dy, x, gamma, 0, rstd.at(0)}, none), line);
  } else if (line.operation == "dgamma") {
    const auto column = layer_norm_backward_column({dy, x, mean, rstd}, none);
    expect_digits(result(*column, NormBackwardOutput::dgamma, 0), line.expected.at(0), line.place);
  } else if (line.operation == "dbeta") {
    const std::vector<double> zeros(dy.size(), 0.0);
    const auto column = layer_norm_backward_column({dy, zeros, zeros, zeros}, none);
    expect_digits(result(*column, NormBackwardOutput::dbeta, 0), line.expected.at(0), line.place);
  } else {
    FAIL() << line.place << ": " << line.operation << " is no operation";
  }
}

TEST(NormVectors, ReportedFaults) {
  for (const Line& line : read_lines("reported_faults.txt")) check(line);
}

float one_pass(const std::vector<double>& x) {
  const auto n = static_cast<float>(x.size());
  float sum = 0, squares = 0;
  for (const double v : x) {
    const auto f = static_cast<float>(v);
    sum += f;
    squares += f * f;
  }
  const float mean = sum / n;
  return squares / n - mean * mean;
}

float two_pass(const std::vector<double>& x) {
  const auto n = static_cast<float>(x.size());
  float sum = 0, squares = 0;
  for (const double v : x) sum += static_cast<float>(v);
  const float mean = sum / n;
  for (const double v : x) squares += (static_cast<float>(v) - mean) * (static_cast<float>(v) - mean);
  return squares / n;
}

float welford(const std::vector<double>& x) {
  float count = 0, mean = 0, squares = 0;
  for (const double v : x) {
    const auto f = static_cast<float>(v);
    const float d = f - mean;
    count += 1;
    mean += d / count;
    squares += d * (f - mean);
  }
  return squares / count;
}

/// Whether a variance's rstd is within the bound that the claimed algorithm has.
bool allowed(const std::vector<double>& x, VarianceAlgorithm claimed, float variance) {
  RowArithmetic a;
  a.accumulator = &formats::fp32;
  a.variance = claimed;
  constexpr float eps = 1e-5F;
  const auto oracle = layer_norm_row({x, {}, {}, eps}, a);
  const RowBound bound = oracle->bound(LayerNormOutput::rstd, 0);
  const float rstd = 1 / std::sqrt(variance + eps);
  if (!std::isfinite(rstd)) return bound.may_overflow;
  return std::fabs(rstd - result(*oracle, LayerNormOutput::rstd, 0)) <= bound.error;
}

TEST(NormVectors, VarianceAlgorithms) {
  int lost = 0;
  for (const Line& line : read_lines("variance.txt")) {
    const std::vector<double> x = line.list("x");
    const double rstd = result(*layer_norm_row({x}, {}), LayerNormOutput::rstd, 0);
    if (rstd != 0) expect_digits(1 / rstd / rstd, line.expected.at(0), line.place);
    const float naive = one_pass(x), centred = two_pass(x), running = welford(x);
    expect_digits(naive, line.expected.at(1), line.place);
    expect_digits(centred, line.expected.at(2), line.place);
    expect_digits(running, line.expected.at(3), line.place);
    EXPECT_TRUE(allowed(x, VarianceAlgorithm::one_pass, naive)) << line.place;
    EXPECT_TRUE(allowed(x, VarianceAlgorithm::two_pass, centred)) << line.place;
    EXPECT_TRUE(allowed(x, VarianceAlgorithm::welford, running)) << line.place;
    lost += allowed(x, VarianceAlgorithm::two_pass, naive) ? 0 : 1;
  }
  EXPECT_GE(lost, 5);
}

}  // namespace
}  // namespace ulpgate
