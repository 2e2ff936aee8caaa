#include "kernels/executor/block/launch.h"

#include <cstdint>
#include <string_view>
#include <utility>

namespace simt::detail {

// CUDA C++ Programming Guide, technical specifications per compute capability.
std::size_t shared_memory_limit(const std::string& architecture) {
  constexpr std::pair<std::string_view, std::size_t> kilobytes[] = {
      {"sm_70", 96}, {"sm_75", 64},  {"sm_80", 163},  {"sm_86", 99},
      {"sm_89", 99}, {"sm_90", 227}, {"sm_100", 227}, {"sm_120", 99},
  };
  for (const auto& [name, limit] : kilobytes) {
    if (name == architecture) return limit << 10;
  }
  return std::size_t{64} << 10;
}

std::string check_launch(const Launch& l, const std::string& architecture) {
  constexpr std::uint32_t most_x = 0x7FFFFFFF;
  constexpr std::uint32_t most_yz = 65535;
  if (l.threads() == 0 || l.threads() > 1024)
    return "a block of " + std::to_string(l.threads()) + " threads, where there may be 1 to 1024";
  if (l.block.z > 64)
    return "a block of " + std::to_string(l.block.z) + " threads in z, where there may be 64";
  if (l.blocks() == 0 || l.grid.x > most_x || l.grid.y > most_yz || l.grid.z > most_yz)
    return "a grid of " + std::to_string(l.grid.x) + " x " + std::to_string(l.grid.y) + " x " +
           std::to_string(l.grid.z) + " blocks, where there may be 1 to 2147483647 x 65535 x 65535";
  if (const std::size_t limit = shared_memory_limit(architecture); l.dynamic_shared_bytes > limit)
    return std::to_string(l.dynamic_shared_bytes) + " bytes of shared memory, where " + architecture +
           " has " + std::to_string(limit) + " for a block";
  return {};
}

}  // namespace simt::detail
