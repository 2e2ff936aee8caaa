#pragma once
// A kernel on an executor of its own, and what it was found to do wrong.
#include <gtest/gtest.h>
#include <string>
#include <ulpgate/simt.h>
#include <vector>

#include "kernels/executor/executor.h"

namespace executor_test {

inline simt::Options one_worker() {
  simt::Options options;
  options.workers = 1;
  return options;
}

/// "kind: text" of each fault.
template <typename Kernel, typename... Arguments>
std::vector<simt::Fault> faults_of(const simt::Options& options, Kernel* kernel, dim3 grid, dim3 block,
                                   std::size_t shared_bytes, Arguments... arguments) {
  simt::Executor executor(options);
  const simt::UseExecutor use(executor);
  const simt::Error error = simt::launch("k", kernel, grid, block, shared_bytes, nullptr, arguments...);
  EXPECT_EQ(error != 0, !executor.faults().empty());
  return executor.faults();
}

}  // namespace executor_test
