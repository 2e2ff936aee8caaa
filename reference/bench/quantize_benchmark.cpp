// Speed of the judge of quantized tensors: elements per second on all threads, and the ratio to quantizing
// them in a plain loop on as many.
//
// Run by hand: quantize_benchmark. Time is of the wall; each of the two takes every thread in turn.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <thread>
#include <vector>

#include "reference/oracles/quantize/judge.h"
#include "reference/oracles/quantize/recipe_text.h"
#include "reference/oracles/quantize/steps.h"
#include "reference/tests/words.h"
#include "reference/threads/parallel.h"

namespace ulpgate {
namespace {

using namespace quantize;

constexpr std::int64_t rows = 4096, columns = 4096;

double seconds_of(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// To nearest even and saturating: the sum aligns the last bit that is kept with an fp32 number's.
std::uint8_t narrow(const Format& f, float t, float most) {
  const std::uint32_t sign = code_of(t) >> 31 << (f.width() - 1);
  const float size = std::min(std::fabs(t), most);
  const int exponent = std::max(static_cast<int>(code_of(size) >> 23) - 127, f.min_exponent());
  const float unit = number(static_cast<std::uint32_t>(exponent - f.significand_bits + 127 + 23) << 23);
  const std::uint32_t count = code_of(size + unit) - code_of(unit);
  const auto base = static_cast<std::uint32_t>(exponent - f.min_exponent()) << f.significand_bits;
  return static_cast<std::uint8_t>(sign | (base + count));
}

struct Tensor {
  std::vector<float> x;
  std::vector<std::uint8_t> codes, scales;
  float global = 0;
};

Tensor make(const Recipe& r) {
  Words words(1);
  Tensor t;
  for (std::int64_t i = 0; i < rows * columns; ++i) t.x.push_back(static_cast<float>(words.unit() * 8 - 4));
  t.global = amax_of(t.x, AmaxNan::ignored);
  t.codes.resize(t.x.size());
  t.scales.resize(static_cast<std::size_t>(grid_of(r.block, rows, columns).scales()));
  return t;
}

void quantize_rows(const Recipe& r, Tensor& t, unsigned threads) {
  const float most = largest_number(*r.element);
  for_each_block(rows, threads, [&](std::uint64_t row, unsigned) {
    const auto begin = static_cast<std::size_t>(row) * columns,
               block = static_cast<std::size_t>(r.block.columns);
    for (std::size_t first = begin; first < begin + columns; first += block) {
      const BlockScale s = block_scale(r, amax_of({t.x.data() + first, block}, r.amax_nan), t.global);
      t.scales[first / block] = static_cast<std::uint8_t>(s.stored);
      for (std::size_t i = first; i < first + block; ++i)
        t.codes[i] = narrow(*r.element, t.x[i] * s.factor, most);
    }
  });
}

void judge(benchmark::State& state, const Recipe& r) {
  const unsigned threads = std::max(std::thread::hardware_concurrency(), 1U);
  Tensor t = make(r);
  std::vector<double> judging, quantizing;
  for (auto _ : state) {
    quantizing.push_back(seconds_of([&] { quantize_rows(r, t, threads); }));
    judging.push_back(seconds_of([&] {
      const TensorJudgement j = judge_tensor(r, rows, columns, {.x = t.x, .global = t.global}, t.codes.data(),
                                             t.scales.data(), threads);
      if (j.wrong_elements + j.wrong_scales > 0) state.SkipWithError("the plain loop is wrong");
    }));
  }
  state.counters["judged_per_second"] = static_cast<double>(rows * columns) / median(judging);
  state.counters["ratio_to_quantizing"] = median(judging) / median(quantizing);
  state.counters["threads"] = threads;
}

void mxfp8(benchmark::State& state) {
  judge(state,
        parse_recipe("scales=mx,rule=transformer_engine,block=1x32,overflow=saturate,infinity=saturate",
                     formats::e4m3));
}
void nvfp4(benchmark::State& state) {
  judge(state, parse_recipe("scales=nvfp4,rule=transformer_engine,block=1x16,overflow=saturate,infinity="
                            "saturate,nan=max_positive",
                            formats::e2m1));
}

BENCHMARK(mxfp8)->Unit(benchmark::kMillisecond)->Iterations(9);
BENCHMARK(nvfp4)->Unit(benchmark::kMillisecond)->Iterations(9);

}  // namespace
}  // namespace ulpgate
