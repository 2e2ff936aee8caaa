// Nanoseconds of processor time per product of the Tensor Core engine, and how much more that is than a plain
// fp32 matrix product takes.
//
// Run by hand. Counters: ns_per_product, and over_fp32, the ratio to three nested loops over fp32 products
// and sums, as the compiler makes them, measured in the same run.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <bit>
#include <ctime>
#include <vector>

#include "reference/formats/encode.h"
#include "reference/formats/rule.h"
#include "reference/tensor_core/mma.h"
#include "reference/tests/words.h"
#include "reference/twins/tensor_core.h"

namespace ulpgate {
namespace {

/// Of this process, in seconds: the machine may be shared.
double processor_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
double seconds_since(double start) { return processor_time() - start; }

/// Roughly normal values, as a layer of a network has them: centred sums of twelve uniform ones.
std::vector<std::uint64_t> codes(const Format& f, std::size_t count) {
  Words random(1);
  const auto uniform = [&] { return static_cast<double>(random.next() >> 32) * 0x1p-32; };
  Rule rule;
  if (!f.has_infinity) rule = {.overflow = Overflow::saturate, .infinity = InfinityRule::saturate};
  std::vector<std::uint64_t> out(count);
  for (std::uint64_t& code : out) {
    double value = -6;
    for (int i = 0; i < 12; ++i) value += uniform();
    code = encode(f, unpack(formats::fp64, std::bit_cast<std::uint64_t>(value)), rule).code;
  }
  return out;
}

/// A matrix product on the host, row by column, in fp32; sums stay in order.
double fp32_ns() {
  static const double measured = [] {
    constexpr int size = 64, rounds = 2000;
    std::vector<float> a(size * size, 1.0F), b(size * size, 0.5F), c(size * size);
    double best = 1e9;
    for (int tries = 0; tries < 5; ++tries) {
      const auto start = processor_time();
      for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < size; ++i) {
          for (int j = 0; j < size; ++j) {
            float sum = 0;
            for (int k = 0; k < size; ++k) sum += a[i * size + k] * b[j * size + k];
            c[i * size + j] = sum;
          }
        }
        benchmark::DoNotOptimize(c.data());
        benchmark::ClobberMemory();
      }
      best = std::min(best, seconds_since(start) / (double{size} * size * size * rounds));
    }
    return best * 1e9;
  }();
  return measured;
}

void report(benchmark::State& state, const MmaShape& s, double seconds) {
  const double products = static_cast<double>(state.iterations()) * s.m * s.n * s.k;
  state.counters["ns_per_product"] = seconds * 1e9 / products;
  state.counters["over_fp32"] = seconds * 1e9 / products / fp32_ns();
}

struct Problem {
  const ProfileEntry& entry;
  const Format& format;
  MmaShape shape;
  std::vector<std::uint64_t> a, b, c;

  Problem(const char* architecture, const char* id, const Format& f, MmaShape s)
      : entry(*find_profile(architecture)->find(id)),
        format(f),
        shape(s),
        a(codes(f, static_cast<std::size_t>(s.m) * static_cast<std::size_t>(s.k))),
        b(codes(f, static_cast<std::size_t>(s.n) * static_cast<std::size_t>(s.k))),
        c(codes(*entry.accumulator, static_cast<std::size_t>(s.m) * static_cast<std::size_t>(s.n))) {}
};

void engine(benchmark::State& state, const char* architecture, const char* id, const Format& format,
            const MmaShape& shape) {
  const Problem p(architecture, id, format, shape);
  const Mma mma(p.entry, format, format);
  fp32_ns();
  const auto start = processor_time();
  while (state.KeepRunning()) benchmark::DoNotOptimize(mma.run({shape, p.a, p.b, p.c}));
  report(state, shape, seconds_since(start));
}

void twin(benchmark::State& state, const char* architecture, const char* id, const Format& format,
          const MmaShape& shape) {
  const Problem p(architecture, id, format, shape);
  const auto k = static_cast<std::size_t>(shape.k);
  const auto start = processor_time();
  while (state.KeepRunning())
    benchmark::DoNotOptimize(
        twin_dot(p.entry, format, format, std::span(p.a).first(k), std::span(p.b).first(k), p.c[0]));
  report(state, {1, 1, shape.k}, seconds_since(start));
}

// One instruction, and a long k as a model of GEMM has it.
BENCHMARK_CAPTURE(engine, sm_80_fp16_m16n8k16, "sm_80", "mma.fp16.fp32", formats::fp16, MmaShape{16, 8, 16});
BENCHMARK_CAPTURE(engine, sm_90_fp16_m16n8k16, "sm_90", "mma.fp16.fp32", formats::fp16, MmaShape{16, 8, 16});
BENCHMARK_CAPTURE(engine, sm_80_fp16_64, "sm_80", "mma.fp16.fp32", formats::fp16, MmaShape{64, 64, 64});
BENCHMARK_CAPTURE(engine, sm_90_fp16_64, "sm_90", "mma.fp16.fp32", formats::fp16, MmaShape{64, 64, 64});
BENCHMARK_CAPTURE(engine, sm_90_bf16_64, "sm_90", "mma.bf16.fp32", formats::bf16, MmaShape{64, 64, 64});
BENCHMARK_CAPTURE(engine, sm_89_e4m3_64, "sm_89", "mma.fp8.fp32", formats::e4m3, MmaShape{64, 64, 64});
BENCHMARK_CAPTURE(engine, sm_90_wgmma_e4m3_64, "sm_90", "wgmma.fp8.fp32", formats::e4m3,
                  MmaShape{64, 64, 64});
BENCHMARK_CAPTURE(engine, sm_90_mma_e4m3_k32, "sm_90", "mma.fp8.fp32", formats::e4m3, MmaShape{16, 8, 32});
BENCHMARK_CAPTURE(twin, sm_90_fp16, "sm_90", "mma.fp16.fp32", formats::fp16, MmaShape{1, 1, 16});

}  // namespace
}  // namespace ulpgate

BENCHMARK_MAIN();
