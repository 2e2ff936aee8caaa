#pragma once

#include <string>
#include <string_view>

namespace ulpgate::report {

/// Takes the next code point off the front of `text`, which must not be empty. A byte that begins no valid
/// UTF-8 sequence is U+FFFD, and only that byte is taken.
char32_t take_code_point(std::string_view& text);

/// Appends `code_point`, which must be a Unicode scalar value.
void append_utf8(std::string& out, char32_t code_point);

}  // namespace ulpgate::report
