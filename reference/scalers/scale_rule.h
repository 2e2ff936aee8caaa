#pragma once
// How each loss scaler moves its scale: parameters, state, and one pure function from a state to the next.
//
// Notation: S scale, N interval, h hysteresis, k clean steps counted so far. `found` says that a gradient was
// not finite. "fp32" rounds each product to fp32 (nearest even); the others keep S as a double.
//   system           found                                clean
//   pytorch          S = fp32(S * backoff), k = 0 *       ++k; at k == N: S = fp32(S * growth) where
//                                                         that is finite, k = 0
//   megatron  fp32   k = 0, --h; where h <= 0:            ++k; at k == N: S *= growth, k = 0, h is full
//                    S = max(S * backoff, floor)
//   apex_hysteresis  --h; k = 0 where h > 0, else         pytorch's rule; h is full
//                    pytorch's rule
//   apex_amp         S = max(S / growth, floor), k = 0    ++k; at k == N: S = min(S * growth, ceiling), k = 0
//   apex_fp16_utils  S = max(S / growth, floor), k = 0    ++k; where N divides k: S *= growth
//   deepspeed        k = 0; where the full h or h is 1:   where consecutive, h is full; where k > 0 and
//                    S = max(S / growth, floor), or an    N divides k: S *= growth, h is full; then ++k
//                    exception at the floor; else --h
//   jmp       fp32   S = max(floor, S / growth), k = 0    where k == N - 1: S *= growth where that is finite;
//                                                         then k = (k + 1) mod N
//   flax      fp32   S = max(floor, S * backoff), k = 0   where k == N: k = 0 and S = min(S * growth,
//                                                         largest fp32); else ++k
// * PyTorch has no floor; where the rule names one, the scale stays at it, as in scalers made after
// PyTorch's. pytorch and apex_hysteresis multiply in double and round once more, to fp32; the other fp32
// systems round their factors to fp32 first.
//
// Sources: torch/amp/grad_scaler.py and its update kernel (2.6); megatron/core/optimizer/grad_scaler.py;
// apex csrc/update_scale_hysteresis.cu, apex/amp/scaler.py (its last version),
// apex/fp16_utils/loss_scaler.py; deepspeed/runtime/fp16/loss_scaler.py; jmp's and Flax's dynamic scales.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ulpgate {

enum class ScalerSystem {
  pytorch,
  megatron,
  apex_hysteresis,
  apex_amp,
  apex_fp16_utils,
  deepspeed,
  jmp,
  flax,
};

std::span<const ScalerSystem> all_scaler_systems();
std::string_view scaler_name(ScalerSystem system);

/// Parameters that a system does not have are not looked at.
struct ScaleRule {
  ScalerSystem system = ScalerSystem::pytorch;
  bool dynamic = true;  ///< else the scale never moves (megatron, apex_amp)
  double initial = 65536;
  double growth = 2;
  double backoff = 0.5;
  std::int64_t interval = 2000;
  std::int64_t hysteresis = 1;
  bool consecutive = false;      ///< deepspeed
  double floor = 0;              ///< 0: none
  double ceiling = 0;            ///< apex_amp; 0: none
  bool raises_at_floor = false;  ///< deepspeed
};

/// As the system's constructor has it.
ScaleRule default_rule(ScalerSystem system);
/// Empty where the system's constructor accepts the rule and this model defines it; else one sentence.
/// pytorch checks growth and backoff alone, and takes any interval and initial scale.
std::string check_scale_rule(const ScaleRule& rule);

struct ScaleState {
  double scale = 65536;
  std::int64_t clean = 0;       ///< k
  std::int64_t hysteresis = 1;  ///< what is left of it

  friend bool operator==(const ScaleState&, const ScaleState&) = default;
};

ScaleState initial_state(const ScaleRule& rule);

struct ScaleChange {
  ScaleState state;
  bool raised = false;  ///< an exception; the state is as it was
};

ScaleChange next_scale(const ScaleRule& rule, const ScaleState& state, bool found);

}  // namespace ulpgate
