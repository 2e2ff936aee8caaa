#include "reports/page/json_string.h"

#include <algorithm>

#include "reports/page/visible.h"
#include "reports/record/row.h"

namespace ulpgate::report {

std::string json_string(std::string_view text) {
  // Most texts are plain.
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&';
  });
  if (plain) return "\"" + std::string(text) + "\"";
  const std::string json = Json(visible(text, true)).dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else if (c == '>') {
      out += "\\u003e";
    } else if (c == '&') {
      out += "\\u0026";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace ulpgate::report
