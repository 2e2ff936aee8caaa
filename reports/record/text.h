#pragma once

#include <string>

namespace ulpgate::report {

/// Text from a file, fit for one line of a terminal: control characters become '?'.
std::string one_line(std::string text);

}  // namespace ulpgate::report
