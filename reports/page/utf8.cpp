#include "reports/page/utf8.h"

#include <array>
#include <cstddef>

namespace ulpgate::report {

char32_t take_code_point(std::string_view& text) {
  constexpr char32_t replacement = 0xfffd;
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  std::size_t size = 0;
  char32_t value = 0;
  if (first < 0x80) {
    size = 1;
    value = first;
  } else if (first >= 0xc2 && first < 0xe0) {
    size = 2;
    value = first & 0x1fU;
  } else if (first >= 0xe0 && first < 0xf0) {
    size = 3;
    value = first & 0x0fU;
  } else if (first >= 0xf0 && first < 0xf5) {
    size = 4;
    value = first & 0x07U;
  }
  bool valid = size != 0 && size <= text.size();
  for (std::size_t i = 1; valid && i < size; ++i) {
    valid = (byte(i) & 0xc0U) == 0x80U;
    value = (value << 6U) | (byte(i) & 0x3fU);
  }
  // Overlong forms, surrogates and what lies beyond Unicode.
  constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  valid = valid && value >= smallest.at(size) && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
  text.remove_prefix(valid ? size : 1);
  return valid ? value : replacement;
}

void append_utf8(std::string& out, char32_t code_point) {
  const auto tail = [&out, code_point](unsigned shift) {
    out += static_cast<char>(0x80U | ((code_point >> shift) & 0x3fU));
  };
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xc0U | (code_point >> 6U));
    tail(0);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xe0U | (code_point >> 12U));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0U | (code_point >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace ulpgate::report
