#pragma once

#include <filesystem>
#include <string>

namespace ulpgate::report {

/// Text from a file, fit for one line of a terminal: control characters become '?'.
std::string one_line(std::string text);

/// A word as shells read it: as it is, or in single quotes.
std::string shell_word(const std::string& text);

/// The command of a row, which names a file below its report's folder, for a reader who stands elsewhere.
/// Anything but such a command is left as it is.
std::string replay_from(const std::filesystem::path& folder, const std::string& replay);

}  // namespace ulpgate::report
