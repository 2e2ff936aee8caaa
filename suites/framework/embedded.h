#pragma once
// Data files of fixtures/ that the suites carry.
#include "reference/vectors/embedded_file.h"

namespace ulpgate {

/// Names are below fixtures/: "expectations/eigen.json".
std::span<const EmbeddedFile> embedded_files();

}  // namespace ulpgate
