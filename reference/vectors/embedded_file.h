#pragma once
// A data file of fixtures/ that the program carries, so that it works wherever it is copied.
#include <span>
#include <string_view>

namespace ulpgate {

struct EmbeddedFile {
  std::string_view name;  ///< below the folder it was embedded from: "expectations/eigen.json"
  std::string_view text;
};

}  // namespace ulpgate
