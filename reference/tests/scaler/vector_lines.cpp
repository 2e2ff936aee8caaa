#include "reference/tests/scaler/vector_lines.h"

#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace ulpgate {
namespace {

bool is_code(const std::string& word) {
  return word.size() == 10 && word.starts_with("0x") && word.find_first_of(".pP") == std::string::npos;
}

}  // namespace

std::vector<ScalerLine> scaler_lines(const std::string& file) {
  std::ifstream in(std::filesystem::path(ULPGATE_VECTORS) / "scaler" / file);
  std::vector<ScalerLine> lines;
  int number = 0;
  for (std::string text; std::getline(in, text);) {
    ++number;
    std::istringstream words(text.substr(0, text.find('#')));
    ScalerLine line{file + ":" + std::to_string(number), {}, {}, {}};
    bool before = true;
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      if (word == "->") {
        before = false;
      } else if (!before) {
        line.expected.push_back(word);
      } else if (equals != std::string::npos) {
        line.options[word.substr(0, equals)] = word.substr(equals + 1);
      } else {
        line.words.push_back(word);
      }
    }
    if (!line.words.empty()) lines.push_back(line);
  }
  if (lines.empty()) throw std::runtime_error(file + " has no lines");
  return lines;
}

double scaler_number(const std::string& word) {
  if (is_code(word)) return std::bit_cast<float>(fp32_code(word));
  if (word.starts_with("2^")) return std::ldexp(1.0, std::stoi(word.substr(2)));
  std::size_t used = 0;
  const double value = std::stod(word, &used);
  if (used != word.size()) throw std::runtime_error(word + " is no number");
  return value;
}

std::uint32_t fp32_code(const std::string& word) {
  if (is_code(word)) return static_cast<std::uint32_t>(std::stoul(word, nullptr, 16));
  return std::bit_cast<std::uint32_t>(static_cast<float>(scaler_number(word)));
}

double half_unit(const std::string& word) {
  const std::size_t e = word.find('e'), point = word.find('.');
  const std::string mantissa = word.substr(0, e);
  const int exponent = e == std::string::npos ? 0 : std::stoi(word.substr(e + 1));
  const int decimals = point == std::string::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  return 0.5 * std::pow(10.0, exponent - decimals);
}

std::vector<bool> scaler_flags(const std::string& word) {
  const std::size_t star = word.find('*');
  const int times = star == std::string::npos ? 1 : std::stoi(word.substr(star + 1));
  std::vector<bool> flags;
  for (int t = 0; t < times; ++t) {
    for (const char c : word.substr(0, star)) flags.push_back(c == '1');
  }
  return flags;
}

ScaleRule rule_named(const std::string& name, const ScalerLine& line) {
  const std::size_t colon = name.find(':');
  const std::string mode = colon == std::string::npos ? "" : name.substr(colon + 1);
  for (const ScalerSystem system : all_scaler_systems()) {
    if (scaler_name(system) != name.substr(0, colon)) continue;
    ScaleRule rule = default_rule(system);
    if (line.has("growth")) rule.growth = scaler_number(line.options.at("growth"));
    if (line.has("backoff")) rule.backoff = scaler_number(line.options.at("backoff"));
    if (line.has("interval")) rule.interval = std::stoll(line.options.at("interval"));
    if (line.has("scale")) rule.initial = scaler_number(line.options.at("scale"));
    if (mode == "h1") rule.hysteresis = 1;
    if (mode == "consecutive") rule.consecutive = true;
    return rule;
  }
  throw std::runtime_error(line.place + ": there is no system " + name);
}

}  // namespace ulpgate
