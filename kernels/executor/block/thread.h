#pragma once
// A block's threads and warps, as the executor keeps them.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>
#include <vector_types.h>

#include "kernels/executor/fiber/fiber.h"
#include "ulpgate/simt/runtime.h"

namespace simt::detail {

struct Thread;

/// A fiber that carries one thread after the other.
struct Carrier {
  Carrier(std::size_t stack_bytes, unsigned number, void (*entry)()) : fiber(stack_bytes, number, entry) {}
  Fiber fiber;
  Thread* thread = nullptr;
};

enum class State : std::uint8_t { ready, running, at_barrier, with_lanes, finished };

/// An asynchronous copy under way.
struct Copy {
  std::byte* shared;
  const std::byte* global;
  std::size_t bytes;
  std::size_t valid;
  unsigned group;
  Site site;
};

struct Thread {
  uint3 index{};
  unsigned linear = 0;
  Carrier* carrier = nullptr;
  State state = State::ready;
  Site site;               ///< where it waits
  std::uint32_t mask = 0;  ///< for whom
  std::vector<Copy> copies;
  unsigned copy_group = 0;  ///< the one that is not committed yet

  unsigned warp() const { return linear / 32; }
  unsigned lane() const { return linear % 32; }
};

/// Lanes that gather for something that they do together.
struct Gathering {
  std::uint32_t mask;
  std::uint32_t arrived;
  Together what;
  Site site;
};

struct Warp {
  std::uint32_t live = 0;
  std::vector<Gathering> gatherings;
  std::array<void*, 32> records{};
};

/// "file:line".
std::string place(const Site& site);
/// "0x0000ffff".
std::string mask_text(std::uint32_t mask);
/// Whether both are the same call.
inline bool same(const Site& a, const Site& b) {
  if (a.line != b.line || a.column != b.column) return false;
  return a.file == b.file || std::strcmp(a.file, b.file) == 0;
}

}  // namespace simt::detail
