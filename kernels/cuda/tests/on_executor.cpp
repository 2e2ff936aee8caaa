#include "kernels/cuda/tests/on_executor.h"

#include <gtest/gtest.h>

namespace ulpgate::cuda::kernel_test {

void in_every_order(int architecture, std::span<const KnownMemory> memory, const std::function<int()>& launch,
                    const std::function<void()>& check) {
  simt::Options options;
  options.architecture = "sm_" + std::to_string(architecture);
  options.workers = 1;
  simt::Executor executor(options);
  for (const KnownMemory& known : memory) executor.know_global(known.memory, known.bytes);
  const simt::UseExecutor use(executor);
  for (const auto& [order, poison] :
       {std::pair{simt::Order::ascending, 0xFF}, std::pair{simt::Order::descending, 0x00},
        std::pair{simt::Order::random, 0x3C}}) {
    executor.schedule(order, 7, static_cast<std::uint8_t>(poison));
    EXPECT_EQ(launch(), 0);
    for (const simt::Fault& fault : executor.faults()) ADD_FAILURE() << fault.kind << ": " << fault.text;
    executor.clear_faults();
    check();
  }
}

}  // namespace ulpgate::cuda::kernel_test
