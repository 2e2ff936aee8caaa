#pragma once
// What every element of a row needs, computed once for each number of bits.
#include <map>
#include <mutex>

#include "reference/exact/ball.h"

namespace ulpgate {

class KeptBalls {
 public:
  /// compute(bits), or what it gave before.
  template <typename Compute>
  Ball at(int bits, const Compute& compute) const {
    const std::lock_guard lock(mutex_);
    const auto known = balls_.find(bits);
    return known != balls_.end() ? known->second : balls_.emplace(bits, compute(bits)).first->second;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::map<int, Ball> balls_;
};

}  // namespace ulpgate
