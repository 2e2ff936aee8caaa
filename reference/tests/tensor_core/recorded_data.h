#pragma once
// Where recorded hardware outputs are on this machine.
#include <cstdlib>
#include <filesystem>
#include <string>

namespace ulpgate {

/// ULPGATE_HW_DATA, else ../shared/hw-data beside the source tree; empty where neither is there, with the
/// reason in `why`.
inline std::filesystem::path recorded_data(std::string& why) {
  if (const char* given = std::getenv("ULPGATE_HW_DATA"); given != nullptr && *given != 0) return given;
  std::filesystem::path beside = std::filesystem::path(ULPGATE_SOURCE_FOLDER) / "../shared/hw-data";
  std::error_code ignored;
  if (std::filesystem::is_directory(beside, ignored)) return beside;
  why =
      "not run: no recorded hardware outputs; set ULPGATE_HW_DATA to a clone of "
      "github.com/north-numerical-computing/MATLAB-tensor-core";
  return {};
}

}  // namespace ulpgate
