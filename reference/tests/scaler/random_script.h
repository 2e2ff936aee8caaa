#pragma once
// Random commands to a GradScaler, misuses among them.
#include "reference/scalers/grad_scaler.h"
#include "reference/tests/words.h"

namespace ulpgate {

inline GradScalerOptions random_options(Words& words) {
  static constexpr double initials[] = {1, 3, 1024, 0x1p16, 0x1p-147, 0x1.8p127};
  static constexpr double growths[] = {2, 2, 1.1, 0x1p40};
  static constexpr double backoffs[] = {0.5, 0.5, 0.3, 0x1p-30};
  GradScalerOptions options;
  options.rule.initial = initials[words.below(6)];
  options.rule.growth = growths[words.below(4)];
  options.rule.backoff = backoffs[words.below(4)];
  options.rule.interval = words.below(4);
  options.enabled = words.below(12) != 0;
  options.on_cuda = words.below(2) == 0;
  options.fused = static_cast<std::uint32_t>(words.below(4));
  options.schedule = static_cast<ScheduleRule>(words.below(2));
  return options;
}

inline ScalerCommand random_command(Words& words) {
  // Calls that a right script has are the most.
  static constexpr ScalerCall calls[] = {ScalerCall::scale,     ScalerCall::scale,     ScalerCall::backward,
                                         ScalerCall::backward,  ScalerCall::unscale,   ScalerCall::unscale,
                                         ScalerCall::step,      ScalerCall::step,      ScalerCall::step,
                                         ScalerCall::update,    ScalerCall::update,    ScalerCall::update,
                                         ScalerCall::zero_grad, ScalerCall::zero_grad, ScalerCall::load,
                                         ScalerCall::pickle,    ScalerCall::schedule,  ScalerCall::schedule};
  ScalerCommand c;
  c.call = calls[words.below(18)];
  if (c.call == ScalerCall::backward || c.call == ScalerCall::unscale || c.call == ScalerCall::step ||
      c.call == ScalerCall::zero_grad || c.call == ScalerCall::schedule)
    c.optimizer = words.below(3);
  if (c.call == ScalerCall::backward) {
    for (int k = words.below(3); k >= 0; --k) {
      const int content = words.below(14), format = words.below(16);
      c.gradients.push_back({words.below(most_devices), words.below(most_shards),
                             content > 5 ? GradientContent::finite : static_cast<GradientContent>(content),
                             format > 3 ? GradientFormat::fp32 : static_cast<GradientFormat>(format)});
      c.gradients.back().size = words.below(4);
      c.gradients.back().place = words.below(3);
    }
  }
  if (c.call == ScalerCall::step) c.closure = words.below(20) == 0;
  if (c.call == ScalerCall::update && words.below(8) == 0)
    c.new_scale = static_cast<float>(1 + words.below(1000)) / 8;
  if (c.call == ScalerCall::load && words.below(3) != 0)
    c.loaded =
        ScaleState{static_cast<double>(static_cast<float>(1 + words.below(1000)) / 4), words.below(5), 1};
  return c;
}

}  // namespace ulpgate
