// How fast conversions are judged. Three numbers for each implementation of fp32 -> fp16 and fp32 -> e4m3,
// all on every core:
//   alone     the implementation's conversion, with nothing around it
//   judged    what a sweep does: make inputs' copies, poison, convert, hash, compare with the oracle, count,
//   measure errors encoder   the plain encoder in the same loop, the baseline that the block judge replaces
// Compare `judged` with `alone` and with `encoder` of the same run; absolute numbers belong to the machine.
#include <benchmark/benchmark.h>
#include <thread>
#include <vector>

#include "kernels/api/registry.h"
#include "reference/oracles/convert.h"
#include "reference/threads/parallel.h"
#include "suites/convert/inputs.h"
#include "suites/convert/sweep.h"

namespace ulpgate::convert {
namespace {

constexpr std::size_t block = 1U << 15;
/// Of all fp32 codes: the values from 2^-3 to 2^1, the same for every subject.
constexpr SweepRange part{.first = 0x3E000000, .count = 1U << 25};

unsigned cores() { return std::max(1U, std::thread::hardware_concurrency()); }

struct Subject {
  std::unique_ptr<Implementation> implementation;
  ConvertOffer offer;
};

/// The named entry point, or nothing where this build or machine does not have it.
std::optional<Subject> subject(const char* name, const char* variant) {
  Subject s{make_implementation(name), {}};
  if (s.implementation->not_run()) return std::nullopt;
  for (const ConvertOffer& o : convert_offers(*s.implementation)) {
    if (o.offer.variant != variant || o.from != &formats::fp32) continue;
    s.offer = o;
    return s;
  }
  return std::nullopt;
}

void alone(benchmark::State& state, const char* name, const char* variant) {
  const auto s = subject(name, variant);
  if (!s) return state.SkipWithError("not available here");
  const Runner runner(*s->implementation, s->offer);
  const Inputs inputs(*s->offer.from, *s->offer.to, Tier::full, 1);
  std::vector<std::uint32_t> in(part.count);
  inputs.fill(part.first, in.size(), in.data());
  std::vector<std::vector<std::byte>> out(cores(), std::vector<std::byte>(block * s->offer.to->bytes()));
  const std::uint64_t blocks = in.size() / block;
  while (state.KeepRunning()) {
    for_each_block(blocks, cores(), [&](std::uint64_t b, unsigned t) {
      runner.call(in.data() + b * block, out[t].data(), static_cast<std::int64_t>(block));
      benchmark::ClobberMemory();
    });
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(blocks * block));
}

void judged(benchmark::State& state, const char* name, const char* variant) {
  const auto s = subject(name, variant);
  if (!s) return state.SkipWithError("not available here");
  const Runner runner(*s->implementation, s->offer);
  const Inputs inputs(*s->offer.from, *s->offer.to, Tier::full, 1);
  std::uint64_t wrong = 0;
  while (state.KeepRunning()) {
    const Sweep sweep = run_sweep(runner, inputs, cores(), part);
    for (const OutcomeSweep& o : sweep.outcomes) wrong += o.failed;
  }
  if (wrong != 0) return state.SkipWithError("the implementation is wrong");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(part.count));
}

void encoder(benchmark::State& state, const Format& to) {
  const Rule rule =
      to.has_infinity ? Rule{} : Rule{.overflow = Overflow::saturate, .infinity = InfinityRule::saturate};
  const Inputs inputs(formats::fp32, to, Tier::standard, 1);
  std::vector<std::uint32_t> in(1U << 20);
  inputs.fill(0, in.size(), in.data());
  while (state.KeepRunning()) {
    for_each_block(in.size() / block, cores(), [&](std::uint64_t b, unsigned) {
      for (std::size_t i = 0; i < block; ++i) {
        benchmark::DoNotOptimize(encode(to, unpack(formats::fp32, in[b * block + i]), rule).code);
      }
    });
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(in.size()));
}

BENCHMARK_CAPTURE(alone, cuda_headers_fp16, "cuda-headers", "__float2half_rn")->UseRealTime();
BENCHMARK_CAPTURE(judged, cuda_headers_fp16, "cuda-headers", "__float2half_rn")->UseRealTime();
BENCHMARK_CAPTURE(alone, cuda_headers_e4m3, "cuda-headers", "__nv_cvt_float_to_fp8.satfinite")->UseRealTime();
BENCHMARK_CAPTURE(judged, cuda_headers_e4m3, "cuda-headers", "__nv_cvt_float_to_fp8.satfinite")
    ->UseRealTime();
BENCHMARK_CAPTURE(alone, f16c, "f16c", "vcvtps2ph.rne")->UseRealTime();
BENCHMARK_CAPTURE(judged, f16c, "f16c", "vcvtps2ph.rne")->UseRealTime();
BENCHMARK_CAPTURE(alone, eigen_half, "eigen", "half")->UseRealTime();
BENCHMARK_CAPTURE(judged, eigen_half, "eigen", "half")->UseRealTime();
BENCHMARK_CAPTURE(encoder, fp16, formats::fp16)->UseRealTime();
BENCHMARK_CAPTURE(encoder, e4m3, formats::e4m3)->UseRealTime();

}  // namespace
}  // namespace ulpgate::convert
