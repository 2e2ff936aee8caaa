// Conversions per second of the encoder and of its slow twin.
#include <benchmark/benchmark.h>
#include <cstdint>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/formats/encode.h"
#include "reference/twins/encode.h"

namespace ulpgate {
namespace {

/// fp32 codes with every significand pattern and exponents around the target's range; the same on every run.
std::vector<std::uint64_t> sources(const Format& to) {
  const int lowest = to.quantum_exponent() - 2 + formats::fp32.bias;
  const int binades = (1 << to.exponent_bits) + to.significand_bits + 4;
  std::vector<std::uint64_t> codes(4096);
  std::uint64_t state = 0x9E3779B97F4A7C15;
  for (std::uint64_t& code : codes) {
    state = state * 6364136223846793005 + 1442695040888963407;
    const auto exponent =
        static_cast<std::uint64_t>(lowest) + (state >> 40) % static_cast<std::uint64_t>(binades);
    code = state >> 63 << 31 | exponent << 23 | (state >> 16 & formats::fp32.significand_mask());
  }
  return codes;
}

Rule rule_for(const Format& to) {
  return to.has_infinity ? Rule{} : Rule{.overflow = Overflow::saturate, .infinity = InfinityRule::saturate};
}

void from_fp32_by_encode(benchmark::State& state, const Format& to) {
  const std::vector<std::uint64_t> codes = sources(to);
  const Rule rule = rule_for(to);
  while (state.KeepRunning()) {
    for (const std::uint64_t code : codes)
      benchmark::DoNotOptimize(encode(to, unpack(formats::fp32, code), rule).code);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(codes.size()));
}

void from_fp32_by_twin(benchmark::State& state, const Format& to) {
  const std::vector<std::uint64_t> codes = sources(to);
  const Rule rule = rule_for(to);
  twin_line(to);
  while (state.KeepRunning()) {
    for (const std::uint64_t code : codes)
      benchmark::DoNotOptimize(twin_encode(to, Exact::from_code(formats::fp32, code), rule).code);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(codes.size()));
}

BENCHMARK_CAPTURE(from_fp32_by_encode, e4m3, formats::e4m3);
BENCHMARK_CAPTURE(from_fp32_by_encode, fp16, formats::fp16);
BENCHMARK_CAPTURE(from_fp32_by_twin, e4m3, formats::e4m3);
BENCHMARK_CAPTURE(from_fp32_by_twin, fp16, formats::fp16);

}  // namespace
}  // namespace ulpgate
