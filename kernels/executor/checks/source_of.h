#pragma once
#include <string>

namespace simt::detail {

/// "file:line" of the call that returns to an address; the address where no debug information tells.
std::string source_of(const void* return_address);

/// Writes the same of an instruction, and a line's end, to a file, as a signal's handler may: without memory
/// from the heap.
void write_source_of(int file, const void* instruction);

}  // namespace simt::detail
