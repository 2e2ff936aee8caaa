// Blocks that wait for one another run where each has a worker.
#include "kernels/executor/tests/between_blocks.h"

#include "kernels/executor/tests/run.h"

namespace executor_test {
namespace {

TEST(BetweenBlocks, EachHasItsWorker) {
  constexpr int blocks = 6;
  simt::Options options;
  options.workers = blocks;
  for (const simt::Order order : {simt::Order::ascending, simt::Order::descending, simt::Order::random}) {
    options.order = order;
    int flag = blocks;
    EXPECT_TRUE(faults_of(options, wait_for_the_next_block, blocks, 32, 0, &flag).empty());
    EXPECT_EQ(flag, 0);
    int counts[2] = {};
    std::vector<int> out(blocks);
    EXPECT_TRUE(faults_of(options, meet, blocks, 32, 0, counts, out.data()).empty());
    EXPECT_EQ(out, std::vector<int>(blocks, blocks * (blocks + 1) / 2));
  }
}

#ifdef SIMT_CHECKED
enum class Fence { by_writers, by_one_for_all, before, none };

/// The last block to come adds what all have written.
template <Fence FENCE>
__global__ void sum_by_the_last(const int* in, int* parts, unsigned* ticket, int* sum) {
  SIMT_SHARED(bool, is_last, );
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (FENCE == Fence::before) __threadfence();
  parts[i] = in[i] * 2;
  if (FENCE == Fence::by_writers) __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    if (FENCE == Fence::by_one_for_all) __threadfence();
    is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last || threadIdx.x > 0) return;
  for (unsigned j = 0; j < gridDim.x * blockDim.x; ++j) *sum += parts[j];
}

/// A value and a flag, from block 0 to block 1, which takes the flag back.
template <bool FENCED>
__global__ void pass_on(int* value, volatile int* flag, int* out) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 0) {
    *value = 3;
    if (FENCED) __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    *out = *value;
    *flag = 0;
  }
}

/// Kinds of faults. Twice, for what was written by an earlier launch is not asked for.
template <typename Kernel, typename... Arguments>
std::vector<std::string> kinds(unsigned workers, Kernel* kernel, std::vector<int>& memory,
                               Arguments... arguments) {
  simt::Options options;
  options.workers = workers;
  simt::Executor executor(options);
  executor.know_global(memory.data(), memory.size() * sizeof(int));
  const simt::UseExecutor use(executor);
  for (int i = 0; i < 2; ++i) simt::launch("k", kernel, 2, 32, 0, nullptr, arguments...);
  std::vector<std::string> kinds;
  for (const simt::Fault& fault : executor.faults()) {
    kinds.push_back(fault.kind);
    EXPECT_NE(fault.text.find("between_blocks_test.cpp"), std::string::npos) << fault.text;
    EXPECT_NE(fault.text.find(",0,0) wrote, and that no __threadfence() of it has published"),
              std::string::npos)
        << fault.text;
  }
  return kinds;
}

TEST(BetweenBlocks, WhatIsReadHasBeenPublished) {
  const std::vector<std::string> right, wrong{"missing threadfence"};
  for (const unsigned workers : {1U, 2U}) {
    std::vector<int> m(64 + 64 + 2);
    const auto sum = [&](auto* kernel) {
      return kinds(workers, kernel, m, static_cast<const int*>(m.data()), m.data() + 64,
                   reinterpret_cast<unsigned*>(m.data() + 128), m.data() + 129);
    };
    EXPECT_EQ(sum(sum_by_the_last<Fence::by_writers>), right);
    EXPECT_EQ(sum(sum_by_the_last<Fence::by_one_for_all>), right);
    EXPECT_EQ(sum(sum_by_the_last<Fence::before>), wrong);
    EXPECT_EQ(sum(sum_by_the_last<Fence::none>), wrong);
  }
  std::vector<int> m(3);
  const auto pass = [&](auto* kernel) {
    m.assign(3, 0);
    return kinds(2, kernel, m, m.data(), static_cast<volatile int*>(m.data() + 1), m.data() + 2);
  };
  EXPECT_EQ(pass(pass_on<true>), right);
  EXPECT_EQ(pass(pass_on<false>), wrong);
}
#endif

}  // namespace
}  // namespace executor_test
