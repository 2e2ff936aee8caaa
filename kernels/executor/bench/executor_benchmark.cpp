// What the executor costs, as a ratio to a serial loop over the same arithmetic. Run by hand. Both are timed
// turn by turn in one run; with one worker time is processor time, so that other work on the machine matters
// little.
//   over_loop      the executor's time over the loop's (one thread)
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <vector>

#include "kernels/executor/bench/softmax.h"
#include "kernels/executor/executor.h"

namespace executor_bench {
namespace {

template <typename Work>
double seconds(bool processor_time, const Work& work) {
  const std::clock_t processor = std::clock();
  const auto wall = std::chrono::steady_clock::now();
  work();
  if (processor_time) return static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Arguments: rows, columns, workers.
void softmax(benchmark::State& state) {
  const int rows = static_cast<int>(state.range(0)), columns = static_cast<int>(state.range(1));
  simt::Options options;
  options.workers = static_cast<unsigned>(state.range(2));
  simt::Executor executor(options);
  const simt::UseExecutor use(executor);
  std::vector<std::uint16_t> in(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)),
      out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint16_t>(0x3800 + i * 37 % 0x400);
  std::vector<double> ratios;
  while (state.KeepRunning()) {
    const double loop =
        seconds(options.workers == 1, [&] { serial_softmax(in.data(), out.data(), rows, columns); });
    const double kernel =
        seconds(options.workers == 1, [&] { run_softmax(in.data(), out.data(), rows, columns); });
    benchmark::DoNotOptimize(out.data());
    ratios.push_back(kernel / loop);
  }
  state.counters["over_loop"] = median(ratios);
}
BENCHMARK(softmax)->Unit(benchmark::kMillisecond)->ArgsProduct({{1024}, {128, 1024, 4096}, {1, 2}});

/// Of a kernel that does nothing. Arguments: blocks of a warp, workers.
void launch(benchmark::State& state) {
  simt::Options options;
  options.workers = static_cast<unsigned>(state.range(1));
  simt::Executor executor(options);
  const simt::UseExecutor use(executor);
  while (state.KeepRunning()) run_nothing(static_cast<unsigned>(state.range(0)));
}
BENCHMARK(launch)->Unit(benchmark::kMicrosecond)->UseRealTime()->ArgsProduct({{1, 8}, {1, 2}});

}  // namespace
}  // namespace executor_bench

BENCHMARK_MAIN();
