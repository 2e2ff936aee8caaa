#pragma once
// The same softmax of rows of fp16 numbers, as a kernel of 128 threads a row, and as a loop.
#include <cstdint>

namespace executor_bench {

/// On the executor in use; what the launch said.
int run_softmax(const std::uint16_t* in, std::uint16_t* out, int rows, int columns);
void serial_softmax(const std::uint16_t* in, std::uint16_t* out, int rows, int columns);

/// Blocks of 32 threads that end at once.
int run_nothing(unsigned blocks);

}  // namespace executor_bench
