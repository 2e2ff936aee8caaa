#include "reference/scalers/grad_scaler.h"

#include <algorithm>

namespace ulpgate {
namespace {

bool is_finite(GradientContent content) {
  return content == GradientContent::finite || content == GradientContent::absent ||
         content == GradientContent::large;
}

/// A sum of gradients: what is not finite stays so, and infinities that cancel are NaN.
GradientContent sum(GradientContent a, GradientContent b) {
  if (a == GradientContent::absent || a == b) return b;
  if (is_finite(b)) return a;
  return is_finite(a) ? b : GradientContent::nan;
}

bool has(const OptimizerState& o, GradientFormat format) {
  return std::any_of(o.devices.begin(), o.devices.end(), [&](const OptimizerState::Device& d) {
    return d.content != GradientContent::absent && d.format == format;
  });
}

class Transition {
 public:
  Transition(const GradScalerOptions& options, const GradScalerState& state, const ScalerCommand& command)
      : options_(options), command_(command), result_{state, {}} {}

  ScalerTransition run() {
    switch (command_.call) {
      case ScalerCall::scale:
        scale();
        break;
      case ScalerCall::backward:
        backward();
        break;
      case ScalerCall::zero_grad:
        for (OptimizerState::Device& d : optimizer().devices) d.content = GradientContent::absent;
        break;
      case ScalerCall::unscale:
        if (options_.enabled && exists()) unscale();
        break;
      case ScalerCall::step:
        step();
        break;
      case ScalerCall::update:
        if (options_.enabled && exists()) update();
        break;
      case ScalerCall::load:
        if (options_.enabled) load();
        break;
      case ScalerCall::pickle:
        if (options_.enabled) pickle();
        break;
      case ScalerCall::schedule:
        schedule();
        break;
    }
    return result_;
  }

 private:
  GradScalerState& state() { return result_.state; }
  OptimizerState& optimizer() { return state().optimizers[static_cast<std::size_t>(command_.optimizer)]; }
  bool fused() const { return (options_.fused >> command_.optimizer & 1u) != 0; }

  bool fail(ScalerError error) {
    result_.outcome.error = error;
    return false;
  }
  bool exists() { return state().exists || fail(ScalerError::no_scale_yet); }

  void scale() {
    result_.outcome.factor = 1.0f;
    if (!options_.enabled) return;
    state().exists = true;
    result_.outcome.factor = state().scale;
  }

  void backward() {
    for (const DeviceGradients& g : command_.gradients) {
      OptimizerState::Device& d = optimizer().devices[static_cast<std::size_t>(g.device)];
      d.content = sum(d.content, g.content);
      d.format = g.format;
    }
  }

  void record() {
    for (OptimizerState::Device& d : optimizer().devices) {
      d.found.reset();
      if (d.content != GradientContent::absent) d.found = !is_finite(d.content);
    }
  }

  bool unscale() {
    if (optimizer().stage == OptimizerStage::unscaled) return fail(ScalerError::unscaled_twice);
    if (optimizer().stage == OptimizerStage::stepped) return fail(ScalerError::unscaled_after_step);
    if (has(optimizer(), GradientFormat::fp16)) return fail(ScalerError::fp16_gradients);
    if (options_.on_cuda && has(optimizer(), GradientFormat::bf16)) return fail(ScalerError::bf16_gradients);
    record();
    result_.outcome.inverse = inverse_of(state().scale);
    optimizer().stage = OptimizerStage::unscaled;
    return true;
  }

  float flags() {
    float sum = 0;
    for (const OptimizerState::Device& d : optimizer().devices) sum += d.found.value_or(false) ? 1.0f : 0.0f;
    return sum;
  }

  bool any_recorded(const OptimizerState& o) const {
    return std::any_of(o.devices.begin(), o.devices.end(),
                       [](const OptimizerState::Device& d) { return d.found.has_value(); });
  }

  void step() {
    if (!options_.enabled) {
      taken(true);
      return;
    }
    if (command_.closure) {
      fail(ScalerError::closure);
      return;
    }
    if (!exists()) return;
    if (optimizer().stage == OptimizerStage::stepped) {
      fail(ScalerError::stepped_twice);
      return;
    }
    if (fused()) {
      step_fused();
      return;
    }
    if (optimizer().stage == OptimizerStage::ready && !unscale()) return;
    if (!any_recorded(optimizer())) {
      fail(ScalerError::no_gradients);
      return;
    }
    taken(flags() == 0);
    optimizer().stage = OptimizerStage::stepped;
  }

  void taken(bool stepped) {
    result_.outcome.stepped = stepped;
    optimizer().skipped = !stepped;
  }

  void schedule() {
    if (options_.schedule == ScheduleRule::called || !optimizer().skipped) ++optimizer().scheduled;
    result_.outcome.scheduled = optimizer().scheduled;
  }

  void step_fused() {
    const bool ready = optimizer().stage == OptimizerStage::ready;
    if (ready && options_.on_cuda && has(optimizer(), GradientFormat::bf16)) {
      fail(ScalerError::bf16_gradients);
      return;
    }
    if (ready) record();
    result_.outcome.grad_scale = ready ? state().scale : 1.0f;
    result_.outcome.found_inf = flags();
    taken(flags() == 0);
    optimizer().stage = OptimizerStage::stepped;
  }

  void update() {
    if (command_.new_scale) {
      state().scale = *command_.new_scale;
    } else {
      bool recorded = false, found = false;
      for (const OptimizerState& o : state().optimizers) {
        for (const OptimizerState::Device& d : o.devices) {
          recorded = recorded || d.found.has_value();
          found = found || d.found.value_or(false);
        }
      }
      if (!recorded) {
        fail(ScalerError::nothing_recorded);
        return;
      }
      const ScaleState next = next_scale(options_.rule, {state().scale, state().tracker}, found).state;
      state().scale = static_cast<float>(next.scale);
      state().tracker = next.clean;
    }
    forget();
  }

  void forget() {
    for (OptimizerState& o : state().optimizers) {
      o.stage = OptimizerStage::ready;
      for (OptimizerState::Device& d : o.devices) d.found.reset();
    }
  }

  void load() {
    if (!command_.loaded) {
      fail(ScalerError::empty_state);
      return;
    }
    state().scale = static_cast<float>(command_.loaded->scale);
    state().tracker = command_.loaded->clean;
  }

  void pickle() {
    for (const OptimizerState& o : state().optimizers) {
      if (o.stage != OptimizerStage::ready) {
        fail(ScalerError::pending);
        return;
      }
    }
    state().exists = false;
  }

  const GradScalerOptions& options_;
  const ScalerCommand& command_;
  ScalerTransition result_;
};

}  // namespace

ScalerError check_options(const GradScalerOptions& options) {
  const bool bad = options.enabled && !check_scale_rule(options.rule).empty();
  return bad ? ScalerError::bad_factor : ScalerError::none;
}

GradScalerState initial_state(const GradScalerOptions& options) {
  GradScalerState state;
  state.scale = options.enabled ? static_cast<float>(options.rule.initial) : 1.0f;
  return state;
}

ScalerTransition apply(const GradScalerOptions& options, const GradScalerState& state,
                       const ScalerCommand& command) {
  return Transition(options, state, command).run();
}

float inverse_of(float scale) { return static_cast<float>(1.0 / static_cast<double>(scale)); }

std::string_view python_error(ScalerError error) {
  switch (error) {
    case ScalerError::none:
      return "";
    case ScalerError::no_scale_yet:
    case ScalerError::no_gradients:
    case ScalerError::nothing_recorded:
    case ScalerError::bad_factor:
    case ScalerError::pending:
      return "AssertionError";
    case ScalerError::fp16_gradients:
      return "ValueError";
    case ScalerError::unscaled_twice:
    case ScalerError::unscaled_after_step:
    case ScalerError::stepped_twice:
    case ScalerError::closure:
    case ScalerError::bf16_gradients:
    case ScalerError::empty_state:
      return "RuntimeError";
  }
  return "";
}

std::string_view error_name(ScalerError error) {
  static constexpr std::array<std::string_view, 13> names{
      "none",       "no_scale_yet",   "unscaled_twice", "unscaled_after_step", "stepped_twice",
      "closure",    "fp16_gradients", "bf16_gradients", "no_gradients",        "nothing_recorded",
      "bad_factor", "empty_state",    "pending"};
  return names[static_cast<std::size_t>(error)];
}

}  // namespace ulpgate
