#pragma once
// The asynchronous matrix instructions that four warps have issued and not waited for.
#include <array>
#include <cstdint>
#include <vector>

#include "ulpgate/simt/host_wgmma.h"

namespace simt::detail {

class Worker;

/// One instruction. Until it is executed its accumulator's registers hold poison, and what they held is here,
/// by lane and register byte.
struct WarpgroupInstruction {
  const Instruction* instruction;
  std::array<void*, 128> d;
  std::uint64_t a, b;
  bool keep;
  unsigned group;
  std::vector<std::byte> accumulator;
};

class WarpgroupQueue {
 public:
  void reset() {
    waiting_.clear();
    group_ = 0;
    fenced_ = false;
  }
  void fence() { fenced_ = true; }
  bool fenced() const { return fenced_; }
  void issue(const Instruction& instruction, const std::array<WarpgroupOperands*, 128>& threads,
             std::uint8_t poison);
  void commit() { ++group_; }
  /// Executes all but the last `pending` groups, in order.
  void wait(Worker& worker, unsigned pending, const Site& site);

 private:
  void execute(Worker& worker, WarpgroupInstruction& what, const Site& site);

  std::vector<WarpgroupInstruction> waiting_;
  unsigned group_ = 0;  ///< the one that is not committed
  bool fenced_ = false;
};

/// The bits of a descriptor: an address and two distances in units of 16 bytes.
struct Descriptor {
  std::uint32_t start, leading, stride;
};
Descriptor parse_descriptor(std::uint64_t bits);

}  // namespace simt::detail
