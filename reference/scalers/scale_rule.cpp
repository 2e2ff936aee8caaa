#include "reference/scalers/scale_rule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ulpgate {
namespace {

float to_fp32(double x) { return static_cast<float>(x); }

/// One operation of fp32, whose operands are rounded to it first.
float product_fp32(double a, double b) { return to_fp32(a) * to_fp32(b); }

ScaleState pytorch_backoff(const ScaleRule& rule, ScaleState s) {
  s.scale = to_fp32(s.scale * rule.backoff);
  if (rule.floor != 0) s.scale = std::max<double>(s.scale, to_fp32(rule.floor));
  s.clean = 0;
  return s;
}

ScaleState pytorch_growth(const ScaleRule& rule, ScaleState s) {
  if (s.clean + 1 != rule.interval) {
    ++s.clean;
    return s;
  }
  const float grown = to_fp32(s.scale * rule.growth);
  if (std::isfinite(grown)) s.scale = grown;
  s.clean = 0;
  return s;
}

ScaleState pytorch(const ScaleRule& rule, const ScaleState& s, bool found) {
  return found ? pytorch_backoff(rule, s) : pytorch_growth(rule, s);
}

ScaleState megatron(const ScaleRule& rule, ScaleState s, bool found) {
  if (found) {
    s.clean = 0;
    if (--s.hysteresis <= 0) s.scale = std::max(product_fp32(s.scale, rule.backoff), to_fp32(rule.floor));
  } else if (++s.clean == rule.interval) {
    s = {product_fp32(s.scale, rule.growth), 0, rule.hysteresis};
  }
  return s;
}

ScaleState apex_hysteresis(const ScaleRule& rule, ScaleState s, bool found) {
  if (!found) {
    s.hysteresis = rule.hysteresis;
    return pytorch_growth(rule, s);
  }
  if (--s.hysteresis <= 0) return pytorch_backoff(rule, s);
  s.clean = 0;
  return s;
}

double lowered(const ScaleRule& rule, double scale) { return std::max(scale / rule.growth, rule.floor); }

ScaleState apex_amp(const ScaleRule& rule, ScaleState s, bool found) {
  if (found) {
    s.scale = lowered(rule, s.scale);
    s.clean = 0;
  } else if (++s.clean == rule.interval) {
    s.scale *= rule.growth;
    if (rule.ceiling != 0) s.scale = std::min(s.scale, rule.ceiling);
    s.clean = 0;
  }
  return s;
}

ScaleState apex_fp16_utils(const ScaleRule& rule, ScaleState s, bool found) {
  if (found) {
    s.scale = lowered(rule, s.scale);
    s.clean = 0;
  } else if (++s.clean % rule.interval == 0) {
    s.scale *= rule.growth;
  }
  return s;
}

ScaleChange deepspeed(const ScaleRule& rule, ScaleState s, bool found) {
  if (found) {
    if (rule.hysteresis == 1 || s.hysteresis == 1) {
      if (rule.raises_at_floor && s.scale == rule.floor) return {s, true};
      s.scale = lowered(rule, s.scale);
    } else {
      --s.hysteresis;
    }
    s.clean = 0;
    return {s};
  }
  if (rule.consecutive) s.hysteresis = rule.hysteresis;
  if (s.clean > 0 && s.clean % rule.interval == 0) {
    s.hysteresis = rule.hysteresis;
    s.scale *= rule.growth;
  }
  ++s.clean;
  return {s};
}

ScaleState jmp(const ScaleRule& rule, ScaleState s, bool found) {
  if (found) {
    const float divided = to_fp32(s.scale) / to_fp32(rule.growth);
    return {std::max(to_fp32(rule.floor), divided), 0, s.hysteresis};
  }
  if (s.clean == rule.interval - 1) {
    const float grown = product_fp32(s.scale, rule.growth);
    if (std::isfinite(grown)) s.scale = grown;
  }
  s.clean = (s.clean + 1) % rule.interval;
  return s;
}

ScaleState flax(const ScaleRule& rule, ScaleState s, bool found) {
  if (found) {
    s.scale = std::max(to_fp32(rule.floor), product_fp32(s.scale, rule.backoff));
    s.clean = 0;
  } else if (s.clean == rule.interval) {
    s.scale = std::min(product_fp32(s.scale, rule.growth), std::numeric_limits<float>::max());
    s.clean = 0;
  } else {
    ++s.clean;
  }
  return s;
}

struct Defaults {
  ScalerSystem system;
  std::string_view name;
  double initial;
  std::int64_t interval;
  std::int64_t hysteresis;
  double floor;
  double ceiling;
};

// apex_hysteresis is a kernel and has no defaults of its own: PyTorch's, with Megatron's hysteresis.
constexpr std::array<Defaults, 8> defaults{{
    {ScalerSystem::pytorch, "pytorch", 0x1p16, 2000, 1, 0, 0},
    {ScalerSystem::megatron, "megatron", 0x1p32, 1000, 2, 1, 0},
    {ScalerSystem::apex_hysteresis, "apex_hysteresis", 0x1p16, 2000, 2, 0, 0},
    {ScalerSystem::apex_amp, "apex_amp", 0x1p16, 2000, 1, 0, 0x1p24},
    {ScalerSystem::apex_fp16_utils, "apex_fp16_utils", 0x1p32, 1000, 1, 1, 0},
    {ScalerSystem::deepspeed, "deepspeed", 0x1p16, 1000, 2, 1, 0},
    {ScalerSystem::jmp, "jmp", 0x1p15, 2000, 1, 1, 0},
    {ScalerSystem::flax, "flax", 0x1p16, 2000, 1, 0x1p-126, 0},
}};

}  // namespace

std::span<const ScalerSystem> all_scaler_systems() {
  static constexpr auto systems = [] {
    std::array<ScalerSystem, defaults.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = defaults[i].system;
    return all;
  }();
  return systems;
}

std::string_view scaler_name(ScalerSystem system) { return defaults[static_cast<std::size_t>(system)].name; }

ScaleRule default_rule(ScalerSystem system) {
  const Defaults& d = defaults[static_cast<std::size_t>(system)];
  ScaleRule rule;
  rule.system = system;
  rule.initial = d.initial;
  rule.interval = d.interval;
  rule.hysteresis = d.hysteresis;
  rule.floor = d.floor;
  rule.ceiling = d.ceiling;
  // DeepSpeed's own default.
  rule.raises_at_floor = system == ScalerSystem::deepspeed;
  return rule;
}

std::string check_scale_rule(const ScaleRule& rule) {
  const bool is_megatron = rule.system == ScalerSystem::megatron;
  if (rule.system == ScalerSystem::pytorch || (is_megatron && rule.dynamic)) {
    if (!(rule.growth > 1)) return "The growth factor must be above 1.";
    if (!(rule.backoff < 1)) return "The backoff factor must be below 1.";
  }
  if (rule.system == ScalerSystem::pytorch) return "";
  if (is_megatron && !(rule.initial > 0)) return "The initial scale must be above 0.";
  if (!rule.dynamic) return "";
  if (is_megatron) {
    if (!(rule.floor > 0 && rule.floor <= rule.initial))
      return "The smallest scale must be above 0 and at most the initial scale.";
    if (!(rule.backoff > 0)) return "The backoff factor must be above 0.";
    if (rule.hysteresis <= 0) return "The hysteresis must be above 0.";
  }
  // The others check nothing; what a remainder by 0 would be is not defined here.
  if (rule.interval <= 0) return "The interval must be above 0.";
  return "";
}

ScaleState initial_state(const ScaleRule& rule) {
  const bool in_double = rule.system == ScalerSystem::apex_amp || rule.system == ScalerSystem::deepspeed ||
                         rule.system == ScalerSystem::apex_fp16_utils;
  return {in_double ? rule.initial : to_fp32(rule.initial), 0, rule.hysteresis};
}

ScaleChange next_scale(const ScaleRule& rule, const ScaleState& state, bool found) {
  if (!rule.dynamic) return {state};
  switch (rule.system) {
    case ScalerSystem::pytorch:
      return {pytorch(rule, state, found)};
    case ScalerSystem::megatron:
      return {megatron(rule, state, found)};
    case ScalerSystem::apex_hysteresis:
      return {apex_hysteresis(rule, state, found)};
    case ScalerSystem::apex_amp:
      return {apex_amp(rule, state, found)};
    case ScalerSystem::apex_fp16_utils:
      return {apex_fp16_utils(rule, state, found)};
    case ScalerSystem::deepspeed:
      return deepspeed(rule, state, found);
    case ScalerSystem::jmp:
      return {jmp(rule, state, found)};
    case ScalerSystem::flax:
      return {flax(rule, state, found)};
  }
  return {state};
}

}  // namespace ulpgate
