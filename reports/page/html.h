#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ulpgate::report {

/// Text as HTML shows it, for element content and quoted attributes. Characters that cannot be seen or that
/// turn the direction of what follows (controls, U+202E, zero widths) are spelled out as [U+202E]; bytes that
/// are not UTF-8 become U+FFFD.
std::string escape(std::string_view text);

/// The address, escaped for an href, where it is an http or https URL of visible ASCII; nothing for anything
/// else.
std::optional<std::string> safe_link(std::string_view address);

/// Letters, digits, '.', '_' and '-' of `text`; runs of anything else become one '-'.
std::string slug(std::string_view text);

/// A page in the making. What does not come from this source goes through `text`.
class Html {
 public:
  Html& raw(std::string_view markup) {
    out_ += markup;
    return *this;
  }
  Html& text(std::string_view content) {
    out_ += escape(content);
    return *this;
  }
  /// <tag>content</tag>
  Html& element(std::string_view tag, std::string_view content) {
    return raw("<").raw(tag).raw(">").text(content).raw("</").raw(tag).raw(">");
  }
  std::string take() && { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace ulpgate::report
