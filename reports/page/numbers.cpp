#include "reports/page/numbers.h"

#include <array>
#include <cstdio>

namespace ulpgate::report {
namespace {

std::string print(const char* format, double value) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

}  // namespace

std::string grouped(std::uint64_t count) {
  const std::string digits = std::to_string(count);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string short_number(std::optional<double> value) { return value ? print("%.4g", *value) : "–"; }

std::string ratio(double value) {
  std::string text = print("%.3g", value);
  if (text == "1" && value < 1) return "<1";
  if (text == "1" && value > 1) return ">1";
  return text;
}

}  // namespace ulpgate::report
