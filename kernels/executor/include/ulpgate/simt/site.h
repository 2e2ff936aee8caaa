#pragma once
// Where in a kernel's source something is called.
#include <source_location>

namespace simt {

/// The last parameter of whatever the executor reports about, filled in at the call. The same for every
/// compiler, so that kernels of one can use an executor that another has compiled.
struct Site {
  const char* file = "";
  unsigned line = 0;
  unsigned column = 0;

#if defined(__cpp_lib_source_location)
  static constexpr Site current(std::source_location at = std::source_location::current()) {
    return {at.file_name(), at.line(), at.column()};
  }
#else
  // Clang before version 16.
  static constexpr Site current(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE(),
                                unsigned column = __builtin_COLUMN()) {
    return {file, line, column};
  }
#endif
};

}  // namespace simt
