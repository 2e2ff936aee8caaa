#pragma once
// A shrunk failure as a file that `ulpgate replay` runs again.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "reports/record/row.h"

namespace ulpgate {

struct Failure {
  std::string spec;  ///< the implementation as a user names it
  report::RowIdentity row;
  nlohmann::ordered_json the_case;  ///< the suite's own description of the input
  std::string message;              ///< what was wrong when it was written
};

/// Writes DIR/<name made from the row id>.json and returns its path. Throws report::InputError.
std::filesystem::path write_failure(const std::filesystem::path& folder, const Failure& failure);

/// Throws report::InputError naming `name` and the reason.
Failure parse_failure(std::string_view text, const std::string& name);
Failure read_failure(const std::filesystem::path& path);

}  // namespace ulpgate
