#pragma once
// Loads a shared library that implements ulpgate/plugin.h.
#include <memory>
#include <string>

#include "kernels/api/implementation.h"

namespace ulpgate {

/// Throws ImplementationError with one sentence naming the file: not readable, not a shared library, no entry
/// point, another ABI version, a struct too small, a name, offer, format or variant that is missing or
/// malformed. The library stays loaded for the rest of the process.
std::unique_ptr<Implementation> load_plugin(const std::string& path);

}  // namespace ulpgate
