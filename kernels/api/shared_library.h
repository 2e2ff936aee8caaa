#pragma once
// Opens a shared library without being killed by a broken one.
#include <string>

namespace ulpgate {

/// The library's symbol `name`; the library stays loaded for the rest of the process. Throws
/// ImplementationError with one sentence naming the file: not readable, not an ELF shared library, truncated,
/// not loadable, no such symbol.
void* shared_library_symbol(const std::string& path, const char* name);
/// Of a library that is loaded already: nullptr where it has no such symbol.
void* optional_shared_library_symbol(const std::string& path, const char* name);

}  // namespace ulpgate
