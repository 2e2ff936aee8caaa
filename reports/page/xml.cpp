#include "reports/page/xml.h"

#include "reports/page/utf8.h"

namespace ulpgate::report {

std::string xml(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const char32_t c = take_code_point(text);
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c == '\n' || c == '\t' || c == '\r') {
      // A plain one would become a space in an attribute.
      out += "&#" + std::to_string(static_cast<unsigned>(c)) + ";";
    } else if (c >= 0x20 && c != 0xfffe && c != 0xffff) {
      append_utf8(out, c);
    }
  }
  return out;
}

}  // namespace ulpgate::report
