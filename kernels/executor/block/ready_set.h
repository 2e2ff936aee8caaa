#pragma once
// The threads of a block that could go on.
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "kernels/executor/executor.h"

namespace simt::detail {

class ReadySet {
 public:
  /// Empty; take() goes by that order, and by that seed where the order is random.
  void reset(Order order, std::uint64_t seed);
  void add(unsigned warp, std::uint32_t lanes) {
    lanes_[warp] |= lanes;
    if (lanes_[warp] != 0) warps_ |= std::uint32_t{1} << warp;
  }
  /// The number of the thread that goes on next. A warp goes on as long as it can, unless the order is
  /// random.
  std::optional<unsigned> take() {
    if (warps_ == 0) return std::nullopt;
    if (order_ == Order::random || lanes_[current_] == 0) current_ = any_bit(warps_);
    const unsigned lane = any_bit(lanes_[current_]);
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a warp in warps_ has lanes
    lanes_[current_] &= ~(std::uint32_t{1} << lane);
    if (lanes_[current_] == 0) warps_ &= ~(std::uint32_t{1} << current_);
    return current_ * 32 + lane;
  }

 private:
  unsigned any_bit(std::uint32_t mask) {
    if (order_ == Order::ascending) return static_cast<unsigned>(std::countr_zero(mask));
    if (order_ == Order::descending) return 31U - static_cast<unsigned>(std::countl_zero(mask));
    return random_bit(mask);
  }
  unsigned random_bit(std::uint32_t mask);

  std::array<std::uint32_t, 32> lanes_{};
  std::uint32_t warps_ = 0;
  unsigned current_ = 0;
  Order order_ = Order::ascending;
  std::uint64_t state_ = 0;
};

}  // namespace simt::detail
