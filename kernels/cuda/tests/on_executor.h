#pragma once
// Launches on an executor, in every order in which it can run threads.
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "kernels/executor/executor.h"

namespace ulpgate::cuda::kernel_test {

struct KnownMemory {
  const void* memory;
  std::size_t bytes;
};

/// Calls launch() once for each order of threads and poison of shared memory, and check() after each. Expects
/// 0 and no faults. Watched kernels must stay in `memory`.
void in_every_order(int architecture, std::span<const KnownMemory> memory, const std::function<int()>& launch,
                    const std::function<void()>& check);

}  // namespace ulpgate::cuda::kernel_test
