#include "reference/twins/grad_scaler.h"

#include <algorithm>

#include "reference/twins/quotient.h"
#include "reference/twins/scale.h"

namespace ulpgate {
namespace {

Exact twice_rounded(const Exact& x) { return twin_nearest(formats::fp32, twin_nearest(formats::fp64, x)); }

}  // namespace

TwinGradScaler::TwinGradScaler(const GradScalerOptions& options)
    : options_(options),
      scale_(options.enabled ? twin_nearest(formats::fp32, Exact::from_double(options.rule.initial))
                             : Exact::from_integer(1)) {}

bool TwinGradScaler::did(ScalerCall call, int optimizer) const {
  return std::any_of(diary_.begin(), diary_.end(),
                     [&](const Entry& e) { return e.call == call && e.optimizer == optimizer; });
}

std::optional<GradientContent> TwinGradScaler::content(int optimizer, int device) const {
  bool any = false, plus = false, minus = false, nan = false;
  for (const ScalerCommand& c : gradients_) {
    if (c.optimizer != optimizer) continue;
    if (c.call == ScalerCall::zero_grad) any = plus = minus = nan = false;
    for (const DeviceGradients& g : c.gradients) {
      if (g.device != device || g.content == GradientContent::absent) continue;
      any = true;
      plus = plus || g.content == GradientContent::plus_infinity;
      minus = minus || g.content == GradientContent::minus_infinity;
      nan = nan || g.content == GradientContent::nan;
    }
  }
  if (!any) return std::nullopt;
  if (nan || (plus && minus)) return GradientContent::nan;
  if (plus) return GradientContent::plus_infinity;
  return minus ? GradientContent::minus_infinity : GradientContent::finite;
}

std::optional<GradientFormat> TwinGradScaler::format(int optimizer, int device) const {
  if (!content(optimizer, device)) return std::nullopt;
  std::optional<GradientFormat> last;
  for (const ScalerCommand& c : gradients_) {
    if (c.optimizer != optimizer) continue;
    for (const DeviceGradients& g : c.gradients) {
      if (g.device == device) last = g.format;
    }
  }
  return last;
}

bool TwinGradScaler::holds(int optimizer, GradientFormat wanted) const {
  for (int d = 0; d < most_devices; ++d) {
    if (format(optimizer, d) == wanted) return true;
  }
  return false;
}

std::int64_t TwinGradScaler::scheduled(int optimizer) const {
  std::int64_t count = 0;
  bool moves = true;
  for (const Moment& m : moments_) {
    if (m.optimizer != optimizer) continue;
    if (m.call == ScalerCall::step) moves = m.stepped || options_.schedule == ScheduleRule::called;
    if (m.call == ScalerCall::schedule && moves) ++count;
  }
  return count;
}

void TwinGradScaler::look(int optimizer) {
  for (int d = 0; d < most_devices; ++d) {
    if (const auto seen = content(optimizer, d))
      looks_.push_back({optimizer, *seen != GradientContent::finite});
  }
}

int TwinGradScaler::looks(int optimizer, bool only_found) const {
  return static_cast<int>(std::count_if(looks_.begin(), looks_.end(), [&](const Look& l) {
    return l.optimizer == optimizer && (l.found || !only_found);
  }));
}

void TwinGradScaler::unscale(int optimizer, ScalerOutcome& outcome) {
  if (did(ScalerCall::step, optimizer)) {
    outcome.error = ScalerError::unscaled_after_step;
  } else if (did(ScalerCall::unscale, optimizer)) {
    outcome.error = ScalerError::unscaled_twice;
  } else if (holds(optimizer, GradientFormat::fp16)) {
    outcome.error = ScalerError::fp16_gradients;
  } else if (options_.on_cuda && holds(optimizer, GradientFormat::bf16)) {
    outcome.error = ScalerError::bf16_gradients;
  } else {
    look(optimizer);
    const Exact inverse = twice_rounded(twin_quotient(Exact::from_integer(1), scale_));
    outcome.inverse = static_cast<float>(inverse.to_double());
    diary_.push_back({ScalerCall::unscale, optimizer});
  }
}

void TwinGradScaler::step(const ScalerCommand& command, ScalerOutcome& outcome) {
  const int optimizer = command.optimizer;
  const bool fused = (options_.fused & 1u << optimizer) != 0, unscaled = did(ScalerCall::unscale, optimizer);
  if (did(ScalerCall::step, optimizer)) {
    outcome.error = ScalerError::stepped_twice;
    return;
  }
  if (fused) {
    if (!unscaled && options_.on_cuda && holds(optimizer, GradientFormat::bf16)) {
      outcome.error = ScalerError::bf16_gradients;
      return;
    }
    if (!unscaled) look(optimizer);
    outcome.grad_scale = unscaled ? 1.0f : scale();
    outcome.found_inf = static_cast<float>(looks(optimizer, true));
  } else {
    if (!unscaled) unscale(optimizer, outcome);
    if (outcome.error == ScalerError::none && looks(optimizer, false) == 0)
      outcome.error = ScalerError::no_gradients;
    if (outcome.error != ScalerError::none) return;
  }
  outcome.stepped = looks(optimizer, true) == 0;
  diary_.push_back({ScalerCall::step, optimizer});
}

void TwinGradScaler::update(const ScalerCommand& command, ScalerOutcome& outcome) {
  if (command.new_scale) {
    scale_ = Exact::from_double(*command.new_scale);
  } else if (looks_.empty()) {
    outcome.error = ScalerError::nothing_recorded;
    return;
  } else if (std::any_of(looks_.begin(), looks_.end(), [](const Look& l) { return l.found; })) {
    scale_ = twice_rounded(scale_ * Exact::from_double(options_.rule.backoff));
    tracker_ = 0;
  } else if (++tracker_ == options_.rule.interval) {
    const Exact grown = twice_rounded(scale_ * Exact::from_double(options_.rule.growth));
    if (grown.is_finite()) scale_ = grown;
    tracker_ = 0;
  }
  diary_.clear();
  looks_.clear();
}

ScalerOutcome TwinGradScaler::apply(const ScalerCommand& command) {
  ScalerOutcome outcome;
  const bool on = options_.enabled;
  switch (command.call) {
    case ScalerCall::scale:
      asked_ = asked_ || on;
      outcome.factor = scale();
      return outcome;
    case ScalerCall::backward:
    case ScalerCall::zero_grad:
      gradients_.push_back(command);
      return outcome;
    case ScalerCall::load:
      if (on && !command.loaded) outcome.error = ScalerError::empty_state;
      if (!on || !command.loaded) return outcome;
      scale_ = twin_nearest(formats::fp32, Exact::from_double(command.loaded->scale));
      tracker_ = command.loaded->clean;
      return outcome;
    case ScalerCall::pickle:
      if (on && !diary_.empty()) outcome.error = ScalerError::pending;
      if (on && diary_.empty()) asked_ = false;
      return outcome;
    case ScalerCall::schedule:
      moments_.push_back({command.optimizer, command.call});
      outcome.scheduled = scheduled(command.optimizer);
      return outcome;
    case ScalerCall::unscale:
    case ScalerCall::step:
    case ScalerCall::update:
      break;
  }
  if (!on) {
    outcome.stepped = command.call == ScalerCall::step;
  } else if (command.call == ScalerCall::step && command.closure) {
    outcome.error = ScalerError::closure;
  } else if (!asked_) {
    outcome.error = ScalerError::no_scale_yet;
  } else if (command.call == ScalerCall::unscale) {
    unscale(command.optimizer, outcome);
  } else if (command.call == ScalerCall::step) {
    step(command, outcome);
  } else {
    update(command, outcome);
  }
  if (command.call == ScalerCall::step && outcome.error == ScalerError::none)
    moments_.push_back({command.optimizer, command.call, outcome.stepped});
  return outcome;
}

}  // namespace ulpgate
