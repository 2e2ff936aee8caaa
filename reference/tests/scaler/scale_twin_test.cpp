// Scale rules against the twin, over random steps.
#include <gtest/gtest.h>

#include "reference/scalers/scale_rule.h"
#include "reference/tests/words.h"
#include "reference/twins/scale.h"

namespace ulpgate {
namespace {

ScaleRule random_rule(ScalerSystem system, Words& words) {
  static constexpr double initials[] = {1, 3, 1024, 0x1p16, 0x1p-124, 0x1p-148, 0x1.8p127, 0x1p100, 1e-3};
  static constexpr double growths[] = {2, 2, 2, 1.1, 16, 2.5, 1.0000001, 0x1p40};
  static constexpr double backoffs[] = {0.5, 0.5, 0.25, 0.3, 0.9, 0x1p-30};
  ScaleRule rule = default_rule(system);
  rule.initial = initials[words.below(9)];
  rule.growth = growths[words.below(8)];
  rule.backoff = backoffs[words.below(6)];
  rule.interval = 1 + words.below(5);
  if (system == ScalerSystem::megatron || system == ScalerSystem::apex_hysteresis ||
      system == ScalerSystem::deepspeed)
    rule.hysteresis = 1 + words.below(4);
  rule.consecutive = words.below(2) == 1;
  rule.raises_at_floor = rule.raises_at_floor && words.below(2) == 1;
  if ((rule.floor != 0 || system == ScalerSystem::pytorch) && words.below(2) == 1) rule.floor = 0x1p-20;
  if (rule.ceiling != 0 && words.below(2) == 1) rule.ceiling = words.below(2) == 1 ? 0 : 0x1p120;
  return rule;
}

class ScaleTwin : public testing::TestWithParam<ScalerSystem> {};

TEST_P(ScaleTwin, AgreesOverRandomSteps) {
  Words words(static_cast<std::uint64_t>(GetParam()) + 1);
  int moves = 0;
  for (int script = 0; script < 60; ++script) {
    const ScaleRule rule = random_rule(GetParam(), words);
    ScaleState state = initial_state(rule);
    TwinScale twin(rule);
    const int often = 1 + words.below(6);
    for (int step = 0; step < 40; ++step) {
      const bool found = words.below(7) < often;
      const ScaleChange change = next_scale(rule, state, found);
      ASSERT_EQ(twin.next(found), !change.raised) << script << " " << step;
      moves += change.state.scale != state.scale ? 1 : 0;
      state = change.state;
      ASSERT_EQ(twin.scale(), state.scale) << script << " " << step;
    }
  }
  EXPECT_GT(moves, 200);
}

INSTANTIATE_TEST_SUITE_P(Systems, ScaleTwin,
                         testing::ValuesIn(all_scaler_systems().begin(), all_scaler_systems().end()),
                         [](const auto& system) { return std::string(scaler_name(system.param)); });

}  // namespace
}  // namespace ulpgate
