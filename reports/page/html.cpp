#include "reports/page/html.h"

#include <algorithm>

#include "reports/page/utf8.h"
#include "reports/page/visible.h"

namespace ulpgate::report {
namespace {

bool plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
         c == '-';
}

}  // namespace

std::string escape(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
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
    } else if (c == '\'') {
      out += "&#39;";
    } else if (invisible(c) && c != '\n' && c != '\t') {
      spell_out(out, c);
    } else {
      append_utf8(out, c);
    }
  }
  return out;
}

std::optional<std::string> safe_link(std::string_view address) {
  constexpr std::size_t longest = 2000;
  if (!address.starts_with("https://") && !address.starts_with("http://")) return std::nullopt;
  const bool visible = std::all_of(address.begin(), address.end(), [](char c) {
    return c > ' ' && c < 0x7f && std::string_view("\"'<>`\\").find(c) == std::string_view::npos;
  });
  if (!visible || address.size() > longest) return std::nullopt;
  return escape(address);
}

std::string slug(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (plain(c)) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  return out;
}

}  // namespace ulpgate::report
