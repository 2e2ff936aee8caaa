#include "kernels/adapters/host/grad_scaler.h"

#include <algorithm>
#include <cmath>

#include "kernels/adapters/host/elements.h"

namespace ulpgate::host {
namespace {

/// In the compute format of the gradient: fp64 of fp64, else fp32.
double unscaled(const Format& format, double g, float scale, float inverse, bool divides) {
  if (&format == &formats::fp64)
    return divides ? g / static_cast<double>(scale) : g * static_cast<double>(inverse);
  const auto narrow = static_cast<float>(g);
  return static_cast<double>(divides ? narrow / scale : narrow * inverse);
}

}  // namespace

bool GradScaler::Optimizer::recorded() const {
  return std::any_of(found.begin(), found.end(), [](const auto& f) { return f.has_value(); });
}

int GradScaler::Optimizer::count() const {
  return static_cast<int>(std::count(found.begin(), found.end(), std::optional(true)));
}

GradScaler::GradScaler(const GradScalerOptions& options) : options_(options), scale_(options.init_scale) {
  if (!(options.growth > 1) || !(options.backoff < 1)) throw ScalerMisuse("bad_factor");
}

void GradScaler::check_exists() const {
  if (!exists_) throw ScalerMisuse("no_scale_yet");
}

float GradScaler::scale() {
  exists_ = true;
  return scale_;
}

void GradScaler::look(Optimizer& optimizer, std::span<const Gradient> gradients, bool unscales) const {
  const auto inverse = static_cast<float>(1.0 / static_cast<double>(scale_));
  for (const Gradient& g : gradients) {
    bool found = false;
    for (std::int64_t i = 0; i < g.n; ++i) {
      std::byte* at = g.data + i * g.stride * static_cast<std::int64_t>(g.format->bytes());
      const double before = host::load(*g.format, at);
      found = found || (options_.looks_before && !std::isfinite(before));
      if (!unscales || (!options_.divides && inverse == 1)) {
        found = found || (options_.looks_after && !std::isfinite(before));
        continue;
      }
      host::store(*g.format, at, unscaled(*g.format, before, scale_, inverse, options_.divides));
      found = found || (options_.looks_after && !std::isfinite(host::load(*g.format, at)));
    }
    std::optional<bool>& of_device = optimizer.found[static_cast<std::size_t>(g.device)];
    of_device = of_device.value_or(false) || found;
  }
}

void GradScaler::unscale(int optimizer, std::span<const Gradient> gradients) {
  check_exists();
  Optimizer& o = all_[static_cast<std::size_t>(optimizer)];
  if (o.stage == Stage::unscaled) throw ScalerMisuse("unscaled_twice");
  if (o.stage == Stage::stepped) throw ScalerMisuse("unscaled_after_step");
  look(o, gradients, true);
  if (options_.group != nullptr) {
    const bool found = options_.group->any(o.count() > 0);
    // A shard without gradients has looked, too.
    if (!o.recorded()) o.found[0] = false;
    for (std::optional<bool>& of_device : o.found) {
      if (of_device) of_device = found;
    }
  }
  o.stage = Stage::unscaled;
}

GradScaler::Step GradScaler::step(int optimizer, std::span<const Gradient> gradients, bool fused) {
  check_exists();
  Optimizer& o = all_[static_cast<std::size_t>(optimizer)];
  if (o.stage == Stage::stepped) throw ScalerMisuse("stepped_twice");
  Step result;
  if (fused) {
    if (o.stage == Stage::ready) {
      look(o, gradients, false);
      result.grad_scale = scale_;
    }
    result.found_inf = static_cast<float>(o.count());
  } else {
    if (o.stage == Stage::ready) unscale(optimizer, gradients);
    if (!o.recorded()) throw ScalerMisuse("no_gradients");
  }
  result.stepped = o.count() == 0;
  schedules_[static_cast<std::size_t>(optimizer)].skipped = !result.stepped;
  o.stage = Stage::stepped;
  return result;
}

std::int32_t GradScaler::schedule(int optimizer) {
  Schedule& s = schedules_[static_cast<std::size_t>(optimizer)];
  if (options_.schedules_skips || !s.skipped) ++s.moved;
  return s.moved;
}

void GradScaler::update() {
  check_exists();
  if (std::none_of(all_.begin(), all_.end(), [](const Optimizer& o) { return o.recorded(); }))
    throw ScalerMisuse("nothing_recorded");
  const bool found = std::any_of(all_.begin(), all_.end(), [](const Optimizer& o) { return o.count() > 0; });
  if (found) {
    const auto lower = static_cast<float>(static_cast<double>(scale_) * options_.backoff);
    scale_ = options_.floor == 0 ? lower : std::max(lower, options_.floor);
    tracker_ = 0;
  } else if (++tracker_ == options_.interval) {
    const auto higher = static_cast<float>(static_cast<double>(scale_) * options_.growth);
    if (std::isfinite(higher)) scale_ = higher;
    tracker_ = 0;
  }
  ready_all();
}

void GradScaler::update(float new_scale) {
  check_exists();
  scale_ = new_scale;
  ready_all();
}

void GradScaler::load(float scale, std::int32_t tracker) {
  scale_ = scale;
  tracker_ = tracker;
}

}  // namespace ulpgate::host
