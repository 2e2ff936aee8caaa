#include "reference/tests/quantize/vector_line.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <sstream>

#include "reference/oracles/quantize/recipe_text.h"

namespace ulpgate::quantize_test {
namespace {

const std::string folder = std::string(ULPGATE_VECTORS) + "/quantize/";

std::map<std::pair<std::string, std::string>, quantize::Recipe> read_recipes() {
  std::map<std::pair<std::string, std::string>, quantize::Recipe> all;
  for (const Line& line : lines("recipes.txt", "recipe")) {
    const Format& element = format(line.words.at(2));
    const bool added = all.emplace(std::pair(line.words.at(1), line.words.at(2)),
                                   quantize::parse_recipe(line.words.at(3), element))
                           .second;
    EXPECT_TRUE(added) << line.place << " is there twice";
  }
  return all;
}

}  // namespace

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

std::vector<Line> lines(const std::string& file, const std::string& kind) {
  std::vector<Line> all;
  std::ifstream in(folder + file);
  std::string text;
  for (int at = 1; std::getline(in, text); ++at) {
    std::istringstream words(text.substr(0, text.find('#')));
    Line line{.place = file + ":" + std::to_string(at), .words = {}, .expected = {}};
    bool behind = false;
    for (std::string word; words >> word;) {
      if (word == "->") {
        behind = true;
      } else {
        (behind ? line.expected : line.words).push_back(word);
      }
    }
    if (!line.words.empty() && line.words.front() == kind) all.push_back(line);
  }
  EXPECT_FALSE(all.empty()) << file << " has no " << kind;
  return all;
}

const Format& format(const std::string& name) {
  const Format* f = find_format(name);
  if (f == nullptr) throw std::runtime_error("no format " + name);
  return *f;
}

quantize::Recipe recipe(const std::string& text, const Format& element) {
  static const auto named = read_recipes();
  if (text.front() != '@') return quantize::parse_recipe(text, element);
  const auto found = named.find({text.substr(1), std::string(element.name)});
  if (found == named.end())
    throw std::runtime_error("no recipe " + text + " for " + std::string(element.name));
  return found->second;
}

std::uint32_t number(const std::string& text) {
  if (text.starts_with("0x")) return static_cast<std::uint32_t>(std::stoul(text, nullptr, 16));
  if (text == "Inf") return 0x7F800000;
  if (text == "-Inf") return 0xFF800000;
  if (text == "NaN") return 0x7FC00000;
  return std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr));
}

std::vector<std::uint32_t> numbers(const std::string& list) {
  std::vector<std::uint32_t> all;
  for (const std::string& word : split(list, ',')) all.push_back(number(word));
  return all;
}

std::vector<std::uint64_t> codes(const std::string& list) {
  std::vector<std::uint64_t> all;
  for (const std::string& word : split(list, ',')) all.push_back(std::stoull(word, nullptr, 16));
  return all;
}

bool agrees(const std::string& written, std::uint32_t code) {
  const float x = std::bit_cast<float>(code);
  if (written == "NaN") return std::isnan(x);
  if (written.starts_with("0x") || written == "Inf" || written == "-Inf") return number(written) == code;
  const std::string significand = written.substr(0, written.find('e'));
  const auto digits =
      std::count_if(significand.begin(), significand.end(), [](char c) { return c >= '0' && c <= '9'; });
  const auto point = significand.find('.');
  // A whole number is exact; else half a unit of the last digit is allowed.
  const double value = std::strtod(written.c_str(), nullptr);
  if (point == std::string::npos || digits == 0) return static_cast<float>(value) == x;
  const double exponent = written.find('e') == std::string::npos
                              ? 0
                              : std::strtod(written.substr(written.find('e') + 1).c_str(), nullptr);
  const double unit = std::pow(10.0, exponent - static_cast<double>(significand.size() - point - 1));
  return std::fabs(value - static_cast<double>(x)) <= unit / 2 || static_cast<float>(value) == x;
}

}  // namespace ulpgate::quantize_test
