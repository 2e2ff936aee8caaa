#pragma once
// Data files of fixtures/ that the program carries, so that it works wherever it is copied.
#include <span>
#include <string_view>

namespace ulpgate {

struct EmbeddedFile {
  std::string_view name;  ///< below fixtures/: "expectations/eigen.json"
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace ulpgate
