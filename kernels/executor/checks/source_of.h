#pragma once
#include <string>

namespace simt::detail {

/// "file:line" of the call that returns to an address; the address where no debug information tells.
std::string source_of(const void* return_address);

}  // namespace simt::detail
