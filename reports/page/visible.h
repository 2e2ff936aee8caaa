#pragma once

#include <string>
#include <string_view>

namespace ulpgate::report {

/// Whether a character cannot be seen or turns the direction of what follows: controls, U+202E, zero widths.
bool invisible(char32_t c);

/// Appends "[U+202E]".
void spell_out(std::string& out, char32_t c);

/// Text from outside for one line of a terminal: what cannot be seen is spelled out, line breaks and escapes
/// included (line breaks and tabs stay where `keep_breaks`); bytes that are not UTF-8 become U+FFFD.
std::string visible(std::string_view text, bool keep_breaks = false);

}  // namespace ulpgate::report
