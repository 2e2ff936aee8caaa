// Speed of the scalers: random commands per second, each system by itself; what is asked is a million in 30
// s.
//
// Run by hand.
#include <benchmark/benchmark.h>
#include <string>

#include "reference/scalers/training_step.h"
#include "reference/tests/scaler/random_script.h"

namespace ulpgate {
namespace {

void training_steps(benchmark::State& bench, ScalerSystem system) {
  ScaleRule rule = default_rule(system);
  rule.interval = 7;
  rule.raises_at_floor = false;
  Words words(1);
  ScaleState state = initial_state(rule);
  for (auto _ : bench) {
    GradientCheck checks[2];
    const int drawn = words.below(16);
    checks[0].scaled_finite = checks[0].unscaled_finite = drawn != 0;
    checks[1].scaled_finite = checks[1].unscaled_finite = drawn != 1;
    state = training_step(rule, state, checks).change.state;
    benchmark::DoNotOptimize(state);
  }
  bench.SetItemsProcessed(bench.iterations());
}

void grad_scaler(benchmark::State& bench) {
  Words words(1);
  const GradScalerOptions options;
  GradScalerState state = initial_state(options);
  for (auto _ : bench) {
    state = apply(options, state, random_command(words)).state;
    benchmark::DoNotOptimize(state);
  }
  bench.SetItemsProcessed(bench.iterations());
}

}  // namespace
}  // namespace ulpgate

int main(int argc, char** argv) {
  for (const ulpgate::ScalerSystem system : ulpgate::all_scaler_systems())
    benchmark::RegisterBenchmark(("training_step/" + std::string(ulpgate::scaler_name(system))).c_str(),
                                 ulpgate::training_steps, system)
        ->Iterations(1000000);
  benchmark::RegisterBenchmark("grad_scaler/pytorch", ulpgate::grad_scaler)->Iterations(1000000);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
