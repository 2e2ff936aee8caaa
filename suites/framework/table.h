#pragma once
// Tables on a terminal.
#include <string>
#include <vector>

namespace ulpgate {

/// A line a row, columns as wide as their longest cell; the last one is left as it is.
std::string table_text(const std::vector<std::vector<std::string>>& rows);

}  // namespace ulpgate
