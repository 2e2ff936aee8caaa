#pragma once
// Where in a kernel's source something is called.
#include <source_location>
#if !defined(__cpp_lib_source_location)
#include <experimental/source_location>
#endif

namespace simt {

/// The last parameter of whatever the executor reports about, filled in at the call.
#if defined(__cpp_lib_source_location)
using Site = std::source_location;
#else
// Clang before version 16. It knows no columns.
using Site = std::experimental::source_location;
#endif

}  // namespace simt
