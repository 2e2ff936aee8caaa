// What belongs to the executor is not taken for the surroundings of a kernel's memory, wherever it lies.
#include "kernels/executor/tests/run.h"

namespace executor_test {
namespace {

struct Large {
  int values[64];
};

__global__ void add_lanes(const Large large, int* sums) {
  int sum = 0;
  for (const int v : large.values) sum += v;
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xFFFFFFFF, sum, distance);
  sums[threadIdx.x] = sum;
}

TEST(Surroundings, AreNotTheExecutorsOwn) {
  std::vector<int> sums(32);
  simt::Executor executor(one_worker());
  // Everything that a process has is near.
  executor.know_global(sums.data(), sums.size() * sizeof(int), std::size_t{1} << 46);
  const simt::UseExecutor use(executor);
  Large large{};
  large.values[63] = 3;
  EXPECT_EQ(simt::launch("add_lanes", add_lanes, 1, 32, 0, nullptr, large, sums.data()), 0);
  for (const simt::Fault& fault : executor.faults()) ADD_FAILURE() << fault.text;
  for (const int sum : sums) EXPECT_EQ(sum, 96);
}

}  // namespace
}  // namespace executor_test
