#include "kernels/cuda/bench/timing.h"

#include <algorithm>
#include <cuda_runtime_api.h>
#include <vector>

namespace ulpgate::cuda::bench {
namespace {

using device::check_cuda;

constexpr double sample_us = 500, warm_up_us = 20e3;
constexpr int least_samples = 11, most_samples = 201, most_calls = 64;

class Event {
 public:
  Event() { check_cuda(cudaEventCreate(&event_), "cudaEventCreate"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void record(const device::Stream& stream) {
    check_cuda(cudaEventRecord(event_, stream.get()), "cudaEventRecord");
  }
  double microseconds_since(const Event& before) const {
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, before.event_, event_), "cudaEventElapsedTime");
    return 1e3 * milliseconds;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

int count_of(double x, int least, int most) { return static_cast<int>(std::clamp<double>(x, least, most)); }

}  // namespace

Times measure(const device::Stream& stream, double seconds, const std::function<void(int turn)>& queue) {
  int turn = 0;
  const auto call = [&](int count) {
    for (int i = 0; i < count; ++i) queue(turn++);
  };
  constexpr int tries = 3;
  Event begin, end;
  call(tries);
  begin.record(stream);
  call(tries);
  end.record(stream);
  stream.wait();
  const double once = std::max(end.microseconds_since(begin) / tries, 0.1);

  Times t;
  t.calls = count_of(sample_us / once, 1, most_calls);
  t.samples = count_of(1e6 * seconds / (once * t.calls), least_samples, most_samples);
  call(count_of(warm_up_us / once, 1, 4 * most_calls));
  std::vector<Event> events(static_cast<std::size_t>(t.samples) + 1);
  for (Event& event : events) {
    if (&event != &events.front()) call(t.calls);
    event.record(stream);
  }
  stream.wait();

  std::vector<double> samples;
  for (std::size_t i = 1; i < events.size(); ++i)
    samples.push_back(events[i].microseconds_since(events[i - 1]) / t.calls);
  std::sort(samples.begin(), samples.end());
  const auto at = [&](double part) {
    return samples[static_cast<std::size_t>(part * static_cast<double>(samples.size() - 1) + 0.5)];
  };
  t.least = samples.front();
  t.tenth = at(0.1);
  t.median = at(0.5);
  t.ninetieth = at(0.9);
  return t;
}

}  // namespace ulpgate::cuda::bench
