#include "kernels/api/printable.h"

#include <cstdint>

namespace ulpgate {
namespace {

struct Character {
  std::uint32_t code_point = 0;
  std::size_t length = 0;  ///< 0: no valid sequence starts here
};

/// One character by the table of well-formed UTF-8 (Unicode 15, table 3-7).
Character decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  std::size_t length = 0;
  if (lead >= 0xC2 && lead <= 0xDF) length = 2;
  if (lead >= 0xE0 && lead <= 0xEF) length = 3;
  if (lead >= 0xF0 && lead <= 0xF4) length = 4;
  if (length == 0 || text.size() < length) return {};
  std::uint32_t code_point = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return {};
    code_point = code_point << 6 | (byte(i) & 0x3Fu);
  }
  const bool overlong = (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (overlong || surrogate || code_point > 0x10FFFF) return {};
  return {code_point, length};
}

bool is_printable(std::uint32_t c) {
  if (c < 0x20 || (c >= 0x7F && c < 0xA0)) return false;
  const bool zero_width_or_direction = (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E);
  const bool separator_or_isolate = (c >= 0x2028 && c <= 0x2029) || (c >= 0x2060 && c <= 0x206F);
  const bool private_use = (c >= 0xE000 && c <= 0xF8FF) || c >= 0xF0000;
  return !zero_width_or_direction && !separator_or_isolate && !private_use && c != 0xFEFF &&
         (c & 0xFFFE) != 0xFFFE;
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  while (!text.empty()) {
    const Character c = decode(text);
    const bool keep = c.length != 0 && is_printable(c.code_point);
    const std::string_view piece = keep ? text.substr(0, c.length) : std::string_view("?");
    if (out.size() + piece.size() > limit) break;
    out += piece;
    text.remove_prefix(c.length == 0 ? 1 : c.length);
  }
  return out;
}

}  // namespace ulpgate
