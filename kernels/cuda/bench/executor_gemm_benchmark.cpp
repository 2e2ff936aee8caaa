// What a matrix product by our kernel costs on the executor, where the model of the Tensor Cores does the
// arithmetic: milliseconds, and the ratio to the model alone. Run by hand. Both are timed turn by turn in one
// run; with one worker time is processor time, so that other work on the machine matters little.
//   milliseconds   of the kernel on the executor, median
//   processor_ms   the same in processor time, of all workers together
//   model_ms       of the model's chains over rows and columns that are decoded once, on one thread
//   over_model     the ratio, median
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <span>
#include <vector>

#include "kernels/adapters/model/chain.h"
#include "kernels/cuda/format_of.h"
#include "kernels/cuda/gemm/gemm.h"
#include "kernels/executor/executor.h"

namespace ulpgate::cuda {
namespace {

constexpr std::int64_t size = 256;
constexpr std::size_t lines = size;

struct Milliseconds {
  double wall, processor;
};

template <typename Work>
Milliseconds milliseconds(const Work& work) {
  const std::clock_t processor = std::clock();
  const auto wall = std::chrono::steady_clock::now();
  work();
  return {std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - wall).count(),
          1e3 * static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC};
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Codes of fp16 numbers of both signs in [1/2, 2).
std::vector<std::uint16_t> numbers(std::uint32_t seed) {
  std::vector<std::uint16_t> codes(lines * lines);
  for (std::uint16_t& code : codes) {
    seed = seed * 1664525 + 1013904223;
    code = static_cast<std::uint16_t>(0x3800 + (seed >> 16) % 0x800 + (seed >> 31 << 15));
  }
  return codes;
}

/// A row-major, B column-major: lines of both run along k.
struct Product {
  std::vector<std::uint16_t> a = numbers(1), b = numbers(2);
  std::vector<float> d = std::vector<float>(lines * lines);

  GemmProblem problem() {
    GemmProblem p;
    p.m = p.n = p.k = size;
    p.a = {a.data(), 0, size, 1, ElementFormat::fp16};
    p.b = {b.data(), 0, 1, size, ElementFormat::fp16};
    p.c = p.d = {d.data(), 0, size, 1, ElementFormat::fp32};
    return p;
  }
};

class Model {
 public:
  Model()
      : chain_(*find_profile("sm_90")->find("mma.fp16.fp32"), formats::fp16, formats::fp16, {{0, lines}}) {}

  void multiply(const Product& product, std::vector<float>& d) const {
    std::vector<model::Line> columns;
    for (std::size_t j = 0; j < lines; ++j) columns.push_back(chain_.decode_b(line(product.b, j), {}));
    for (std::size_t i = 0; i < lines; ++i) {
      const model::Line row = chain_.decode_a(line(product.a, i), {});
      for (std::size_t j = 0; j < lines; ++j) {
        const auto code = static_cast<std::uint32_t>(chain_.sum(row, columns[j], 0));
        std::memcpy(&d[i * lines + j], &code, sizeof code);
      }
    }
  }

 private:
  static std::vector<std::uint64_t> line(const std::vector<std::uint16_t>& codes, std::size_t which) {
    const auto part = std::span(codes).subspan(which * lines, lines);
    return {part.begin(), part.end()};
  }
  model::Chain chain_;
};

/// Argument: workers.
void gemm_256_fp16(benchmark::State& state) {
  simt::Options options;
  options.architecture = "sm_90";
  options.workers = static_cast<unsigned>(state.range(0));
  simt::Executor executor(options);
  const simt::UseExecutor use(executor);
  Product product;
  const GemmProblem problem = product.problem();
  const Model model;
  std::vector<float> expected(lines * lines);
  const auto chosen = [&](const Milliseconds& t) { return options.workers == 1 ? t.processor : t.wall; };
  std::vector<double> kernel_times, processor_times, model_times, ratios;
  for (auto _ : state) {
    int error = 0;
    const Milliseconds of_model = milliseconds([&] { model.multiply(product, expected); });
    const Milliseconds of_kernel =
        milliseconds([&] { error = launch_gemm(90, problem, nullptr, 0, nullptr); });
    if (error != 0 || std::memcmp(expected.data(), product.d.data(), expected.size() * sizeof(float)) != 0) {
      state.SkipWithError("the kernel and the model do not have the same bits");
      return;
    }
    kernel_times.push_back(chosen(of_kernel));
    processor_times.push_back(of_kernel.processor);
    model_times.push_back(chosen(of_model));
    ratios.push_back(kernel_times.back() / model_times.back());
  }
  state.counters["milliseconds"] = median(kernel_times);
  state.counters["processor_ms"] = median(processor_times);
  state.counters["model_ms"] = median(model_times);
  state.counters["over_model"] = median(ratios);
}
BENCHMARK(gemm_256_fp16)->Unit(benchmark::kMillisecond)->Arg(1)->Arg(2);

}  // namespace
}  // namespace ulpgate::cuda

BENCHMARK_MAIN();
