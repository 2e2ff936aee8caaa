// A kernel that crashes, or does not end, is told of.
#include <atomic>
#include <csignal>
#include <stdexcept>
#include <unistd.h>

#include "kernels/executor/tests/between_blocks.h"
#include "kernels/executor/tests/run.h"

#if !defined(ULPGATE_SANITIZED)

namespace executor_test {
namespace {

__global__ void leaves_its_mask(float* out) {
  out[threadIdx.x] = __shfl_sync(0xFFFFU, threadIdx.x == 0 ? 1.0F : 0.0F, 20);
}
__global__ void stores_to_nowhere(float* out, volatile float* nowhere) {
  if (threadIdx.x == 5) *nowhere = 1;
  out[threadIdx.x] = 1;
}
__global__ void divides_by_zero(float* out, volatile int* zero) {
  out[threadIdx.x] = static_cast<float>(7 / *zero);
}
__global__ void throws(float* out) {
  if (threadIdx.x == 3) throw std::runtime_error("nobody catches this");
  out[threadIdx.x] = 1;
}
__global__ void overflows_its_stack(float* out) {
  volatile char large[100000];
  for (int i = 0; i < 100000; i += 64) large[i] = static_cast<char>(i);
  out[threadIdx.x] = large[64];
}
__global__ void polls(float* out, volatile int* flag) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
  }
  __syncwarp();
  if (threadIdx.x == 1) *flag = 1;
  out[threadIdx.x] = 1;
}
__global__ void polls_atomically(float* out, int* flag) {
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0) {
    }
  }
  if (threadIdx.x == 1) atomicExch(flag, 1);
  out[threadIdx.x] = 1;
}

/// Runs it on 32 threads, after a kernel with a fault.
template <typename... Parameters, typename... Arguments>
void run_after_fault(const char* name, void (*kernel)(float*, Parameters...), Arguments... arguments) {
  std::vector<float> out(32);
  simt::Executor executor(one_worker());
  const simt::UseExecutor use(executor);
  simt::launch("leaves_its_mask", leaves_its_mask, 1, 16, 0, nullptr, out.data());
  simt::launch(name, kernel, 1, 32, 0, nullptr, out.data(), arguments...);
}

const char* const found_before = "(.|\n)*found before: kernel leaves_its_mask";

TEST(CrashingKernels, AreNamedAndDieByTheirSignal) {
  const std::string tests = "crashing_kernels_test.cpp:";
  EXPECT_EXIT(
      run_after_fault("stores_to_nowhere", stores_to_nowhere, nullptr), ::testing::KilledBySignal(SIGSEGV),
      "kernel stores_to_nowhere, block \\(0,0,0\\), thread \\(5,0,0\\): SIGSEGV.*" + tests + found_before);
  static int zero = 0;
  EXPECT_EXIT(
      run_after_fault("divides_by_zero", divides_by_zero, &zero), ::testing::KilledBySignal(SIGFPE),
      "kernel divides_by_zero, block \\(0,0,0\\), thread \\(0,0,0\\): SIGFPE.*" + tests + found_before);
  EXPECT_EXIT(run_after_fault("throws", throws), ::testing::KilledBySignal(SIGABRT),
              std::string("kernel throws, block \\(0,0,0\\), thread \\(3,0,0\\): SIGABRT") + found_before);
  EXPECT_EXIT(run_after_fault("overflows_its_stack", overflows_its_stack), ::testing::KilledBySignal(SIGSEGV),
              std::string("the thread's stack overflowed; Options::stack_bytes is 65536") + found_before);
}

TEST(CrashingKernels, TellOutsideOfKernelsAsBefore) {
  std::vector<float> out(32);
  const auto crash = [&] {
    simt::Executor executor(one_worker());
    const simt::UseExecutor use(executor);
    simt::launch("k", leaves_its_mask, 1, 16, 0, nullptr, out.data());
    std::raise(SIGSEGV);
  };
  EXPECT_EXIT(crash(), ::testing::KilledBySignal(SIGSEGV), "^$");
}

void live_on(int) {}
void live_longer(int) {}

TEST(CrashingKernels, AreToldAfterTheProgramLivedThroughASignal) {
  const auto crash = [] {
    std::signal(SIGSEGV, live_on);
    const simt::Executor executor(one_worker());
    std::raise(SIGSEGV);
    std::signal(SIGSEGV, SIG_DFL);
    run_after_fault("stores_to_nowhere", stores_to_nowhere, nullptr);
  };
  EXPECT_EXIT(crash(), ::testing::KilledBySignal(SIGSEGV), "kernel stores_to_nowhere");
}

TEST(CrashingKernels, LeaveTheProgramItsHandlers) {
  const auto before = std::signal(SIGBUS, live_on);
  { const simt::Executor executor(one_worker()); }
  EXPECT_EQ(std::signal(SIGBUS, live_on), live_on);
  {
    const simt::Executor executor(one_worker());
    std::signal(SIGBUS, live_longer);
  }
  EXPECT_EQ(std::signal(SIGBUS, before), live_longer);
}

template <typename Flag>
void expect_no_progress(void (*kernel)(float*, Flag*)) {
  std::vector<float> out(32);
  int flag = 0;
  simt::Options options = one_worker();
  options.stuck_seconds = 0.05;
  simt::Executor executor(options);
  const simt::UseExecutor use(executor);
  EXPECT_NE(simt::launch("k", kernel, 1, 32, 0, nullptr, out.data(), &flag), 0);
  ASSERT_EQ(executor.faults().size(), 1U);
  EXPECT_EQ(executor.faults().front().kind, "no progress");
  EXPECT_NE(executor.faults().front().text.find("kernel k, block (0,0,0), thread (0,0,0): no progress"),
            std::string::npos)
      << executor.faults().front().text;
  // The executor is as good as new.
  executor.clear_faults();
  flag = 1;
  EXPECT_EQ(simt::launch("k", kernel, 1, 32, 0, nullptr, out.data(), &flag), 0);
  EXPECT_EQ(out, std::vector<float>(32, 1));
}

TEST(CrashingKernels, ThatPollForeverAreStopped) {
  expect_no_progress(polls);
  expect_no_progress(polls_atomically);
}

TEST(CrashingKernels, ThatPollForBlocksThatHaveNotBegunAreStopped) {
  int flag = 4;
  simt::Options options = one_worker();
  options.stuck_seconds = 0.05;
  const std::vector<simt::Fault> faults = faults_of(options, wait_for_the_next_block, 4, 32, 0, &flag);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults.front().kind, "no progress");
  EXPECT_NE(
      faults.front().text.find("or one of the 3 blocks that have not begun: as many blocks run at once as "
                               "there are workers (Options::workers, 1)"),
      std::string::npos)
      << faults.front().text;
}

TEST(CrashingKernels, AreStoppedInAForkedProcessToo) {
  // Neither the timer nor the threads of this one are there.
  simt::Executor executor({});
  const simt::UseExecutor use(executor);
  std::vector<float> out(32);
  int flag = 1;
  EXPECT_EQ(simt::launch("k", polls, 8, 32, 0, nullptr, out.data(), &flag), 0);
  const auto poll = [&] {
    flag = 1;
    if (simt::launch("k", polls, 8, 32, 0, nullptr, out.data(), &flag) != 0) _exit(1);
    expect_no_progress(polls);
    _exit(::testing::Test::HasFailure() ? 2 : 0);
  };
  EXPECT_EXIT(poll(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace executor_test

#endif
