#pragma once
// Calls that wait for each other, as those of a group of shards do.
#include <cstdint>
#include <functional>

namespace ulpgate::scaler {

/// Calls function(0) to function(count - 1), each on a thread of its own. That of `late`, unless it is -1,
/// begins when the others have returned, or when they have had a while to: whoever does not wait for it is
/// gone by then. What is right does not depend on that while. What one of them throws is thrown when all have
/// ended.
void together(int count, int late, const std::function<void(int)>& function);

/// A number that no other group of this process has.
std::int64_t new_group();

}  // namespace ulpgate::scaler
