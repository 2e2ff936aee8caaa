#include "reports/page/visible.h"

#include <array>
#include <cstdio>

#include "reports/page/utf8.h"

namespace ulpgate::report {

bool invisible(char32_t c) {
  const auto in = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  return in(0, 0x1f) || in(0x7f, 0x9f) || c == 0xad || c == 0x61c || c == 0x180e || in(0x200b, 0x200f) ||
         in(0x2028, 0x202e) || in(0x2060, 0x206f) || c == 0xfeff || in(0xfff9, 0xfffb) ||
         (c & 0xfffeU) == 0xfffe || in(0xe0000, 0xe0fff);
}

void spell_out(std::string& out, char32_t c) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "[U+%04X]", static_cast<unsigned>(c));
  out += text.data();
}

std::string visible(std::string_view text, bool keep_breaks) {
  std::string out;
  while (!text.empty()) {
    const char32_t c = take_code_point(text);
    const bool stays = keep_breaks && (c == '\n' || c == '\t');
    if (invisible(c) && !stays) {
      spell_out(out, c);
    } else {
      append_utf8(out, c);
    }
  }
  return out;
}

}  // namespace ulpgate::report
