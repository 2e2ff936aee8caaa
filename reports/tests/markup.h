#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ulpgate::report {

/// A start tag of HTML or XML, as a parser sees it.
struct Tag {
  std::string name;
  std::map<std::string, std::string> attributes;  ///< values as written, entities and all
};

/// All start tags, in order. Throws std::runtime_error where a tag does not close, elements do not nest (void
/// elements of HTML need no end), an attribute is not quoted or stands twice, or a bare '<', '&' or forbidden
/// character stands in the text.
std::vector<Tag> parse_markup(std::string_view text);

/// The values of that attribute, in order.
std::vector<std::string> attribute_values(const std::vector<Tag>& tags, const std::string& attribute);

}  // namespace ulpgate::report
