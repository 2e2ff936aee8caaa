#pragma once
// The threads of a block that could go on.
#include <array>
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
  std::optional<unsigned> take();

 private:
  unsigned any_bit(std::uint32_t mask);
  std::uint32_t random_below(std::uint32_t count);

  std::array<std::uint32_t, 32> lanes_{};
  std::uint32_t warps_ = 0;
  unsigned current_ = 0;
  Order order_ = Order::ascending;
  std::uint64_t state_ = 0;
};

}  // namespace simt::detail
