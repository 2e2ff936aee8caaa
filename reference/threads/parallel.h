#pragma once
// Blocks of work on several threads, with results that do not depend on how many.
#include <cstdint>
#include <functional>

namespace ulpgate {

/// Calls work(block, thread) once for each block in [0, blocks), thread in [0, threads). Results must go into
/// a place of the block's own, to be merged in block order afterwards. The first exception is thrown again
/// when all threads have stopped.
void for_each_block(std::uint64_t blocks, unsigned threads,
                    const std::function<void(std::uint64_t, unsigned)>& work);

}  // namespace ulpgate
