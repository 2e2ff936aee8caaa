#include "kernels/executor/block/ready_set.h"

#include <bit>

namespace simt::detail {

void ReadySet::reset(Order order, std::uint64_t seed) {
  lanes_.fill(0);
  warps_ = 0;
  current_ = 0;
  order_ = order;
  state_ = seed;
}

std::uint32_t ReadySet::random_below(std::uint32_t count) {
  // splitmix64
  state_ += 0x9E3779B97F4A7C15;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return static_cast<std::uint32_t>(((z ^ (z >> 31)) >> 32) * count >> 32);
}

unsigned ReadySet::any_bit(std::uint32_t mask) {
  switch (order_) {
    case Order::ascending:
      return static_cast<unsigned>(std::countr_zero(mask));
    case Order::descending:
      return 31U - static_cast<unsigned>(std::countl_zero(mask));
    case Order::random:
      break;
  }
  for (std::uint32_t skip = random_below(static_cast<std::uint32_t>(std::popcount(mask))); skip > 0; --skip)
    mask &= mask - 1;
  return static_cast<unsigned>(std::countr_zero(mask));
}

std::optional<unsigned> ReadySet::take() {
  if (warps_ == 0) return std::nullopt;
  if (order_ == Order::random || lanes_[current_] == 0) current_ = any_bit(warps_);
  const unsigned lane = any_bit(lanes_[current_]);
  lanes_[current_] &= ~(std::uint32_t{1} << lane);
  if (lanes_[current_] == 0) warps_ &= ~(std::uint32_t{1} << current_);
  return current_ * 32 + lane;
}

}  // namespace simt::detail
