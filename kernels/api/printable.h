#pragma once
// Text that came from a plug-in, made safe to print.
#include <cstddef>
#include <string>
#include <string_view>

namespace ulpgate {

/// Valid, printable UTF-8 of at most `limit` bytes: control characters, invalid sequences and characters that
/// reorder or hide text become '?', and what is cut off ends at a character.
std::string printable(std::string_view text, std::size_t limit);

}  // namespace ulpgate
