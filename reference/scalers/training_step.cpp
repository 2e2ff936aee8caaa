#include "reference/scalers/training_step.h"

#include <algorithm>

namespace ulpgate {
namespace {

bool looks_at_unscaled(ScalerSystem system) {
  return system == ScalerSystem::jmp || system == ScalerSystem::flax;
}

bool skips_one_by_one(ScalerSystem system) {
  return system == ScalerSystem::pytorch || system == ScalerSystem::apex_hysteresis;
}

}  // namespace

TrainingStep training_step(const ScaleRule& rule, const ScaleState& state,
                           std::span<const GradientCheck> optimizers) {
  TrainingStep step;
  for (const GradientCheck& g : optimizers) {
    const bool finite = looks_at_unscaled(rule.system) ? g.unscaled_finite : g.scaled_finite;
    step.stepped.push_back(finite);
    step.found = step.found || !finite;
  }
  if (!skips_one_by_one(rule.system)) step.stepped.assign(optimizers.size(), !step.found);
  if (rule.system == ScalerSystem::apex_amp && !rule.dynamic) step.stepped.assign(optimizers.size(), true);
  step.change = next_scale(rule, state, step.found);
  if (step.change.raised) step.stepped.assign(optimizers.size(), false);
  step.divided_by = rule.system == ScalerSystem::deepspeed ? step.change.state.scale : state.scale;
  step.effective_factor = state.scale / step.divided_by;
  return step;
}

}  // namespace ulpgate
