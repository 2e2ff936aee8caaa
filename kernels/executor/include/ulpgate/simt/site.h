#pragma once
// Where in a kernel's source something is called.
#include <source_location>

namespace simt {

/// The last parameter of whatever the executor reports about, filled in at the call.
using Site = std::source_location;

}  // namespace simt
