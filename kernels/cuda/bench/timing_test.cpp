// Times by a clock that the work itself moves.
#include "kernels/cuda/bench/timing.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

namespace {

double now_us = 0;

struct FakeEvent {
  double at = 0;
};

FakeEvent& fake(cudaEvent_t event) { return *reinterpret_cast<FakeEvent*>(event); }

}  // namespace

extern "C" {

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = reinterpret_cast<cudaEvent_t>(new FakeEvent);
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete &fake(event);
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  fake(event).at = now_us;
  return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  *milliseconds = static_cast<float>((fake(to).at - fake(from).at) / 1e3);
  return cudaSuccess;
}

}  // extern "C"

namespace ulpgate::cuda::bench {
namespace {

TEST(Timing, SamplesOfLongWorkAreOneCall) {
  const device::Stream stream;
  // Every tenth call takes twice as long.
  const Times t = measure(stream, 0.2, [](int turn) { now_us += turn % 10 == 9 ? 2048 : 1024; });
  EXPECT_EQ(t.calls, 1);
  EXPECT_GE(t.samples, 100);
  EXPECT_NEAR(t.median, 1024, 1);  // an event's time is a float of milliseconds
  EXPECT_NEAR(t.least, 1024, 1);
  EXPECT_NEAR(t.tenth, 1024, 1);
  EXPECT_LE(t.ninetieth, 2049);
}

TEST(Timing, ShortWorkIsTimedSeveralCallsAtATime) {
  const device::Stream stream;
  int next = 0;
  const Times t = measure(stream, 0.01, [&](int turn) {
    EXPECT_EQ(turn, next++);
    now_us += 64;
  });
  EXPECT_EQ(t.calls, 7);
  EXPECT_EQ(t.samples, 22);
  EXPECT_NEAR(t.median, 64, 1);
}

TEST(Timing, LongWorkIsSampledElevenTimesWhateverTheTime) {
  const device::Stream stream;
  const Times t = measure(stream, 0.001, [](int) { now_us += 100e3; });
  EXPECT_EQ(t.samples, 11);
  EXPECT_NEAR(t.median, 100e3, 100);
}

}  // namespace
}  // namespace ulpgate::cuda::bench
