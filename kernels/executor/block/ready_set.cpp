#include "kernels/executor/block/ready_set.h"

namespace simt::detail {

void ReadySet::reset(Order order, std::uint64_t seed) {
  lanes_.fill(0);
  warps_ = 0;
  // As if the first warp of that order had just run.
  current_ = order == Order::descending ? static_cast<unsigned>(lanes_.size()) - 1 : 0;
  order_ = order;
  state_ = seed;
}

unsigned ReadySet::random_bit(std::uint32_t mask) {
  // splitmix64
  state_ += 0x9E3779B97F4A7C15;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  const std::uint64_t count = static_cast<unsigned>(std::popcount(mask));
  for (std::uint64_t skip = ((z ^ (z >> 31)) >> 32) * count >> 32; skip > 0; --skip) mask &= mask - 1;
  return static_cast<unsigned>(std::countr_zero(mask));
}

}  // namespace simt::detail
