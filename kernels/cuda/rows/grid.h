#pragma once
// Sizes of launches.
#include <cstdint>

namespace ulpgate::cuda {

/// Where there is more work than this, blocks take more than one share.
constexpr unsigned blocks_for(std::int64_t shares) {
  constexpr std::int64_t most = 1 << 16;
  return static_cast<unsigned>(shares < most ? shares : most);
}

/// Threads of a block that has a row of n elements.
constexpr unsigned threads_for(std::int64_t n) { return n <= 64 ? 32 : n <= 1024 ? 128 : 256; }

}  // namespace ulpgate::cuda
