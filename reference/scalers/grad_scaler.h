#pragma once
// PyTorch's GradScaler as a pure function: state and command to state and outcome, with every misuse.
//
// A script drives several optimizers, each with gradients on several devices. The scale exists from the first
// scale() on. Each optimizer is ready, unscaled or stepped until the next update():
//   unscale  once, before step: multiplies the gradients by fp32(1 / S) and looks whether each is finite,
//            *before* that. Another call, and one after step, is an error.
//   step     once; unscales where that was not done, then steps where nothing was found. An optimizer that is
//            fused is given S (1 where unscaled already) and the sum of the devices' flags, and divides and
//            skips itself; its gradients are looked at and left.
//   update   S and k by the update rule (scale_rule.h) from all flags, or a new S with k kept; all ready
//   again.
//   schedule an optimizer's learning-rate schedule, asked once after each step: it stays where that was
//            skipped, or moves with every call (ScheduleRule).
// A call with an error changes nothing but what is said there.
//
// Sources: torch/amp/grad_scaler.py (2.6); accelerate's AcceleratedScheduler (1.14), and torch/optim's
// schedulers, which count calls.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/scalers/scale_rule.h"

namespace ulpgate {

inline constexpr int most_optimizers = 4;
inline constexpr int most_devices = 3;
inline constexpr int most_shards = 4;

enum class ScalerError {
  none,
  no_scale_yet,  ///< unscale, step, update before scale
  unscaled_twice,
  unscaled_after_step,
  stepped_twice,
  closure,           ///< step with one
  fp16_gradients,    ///< unscale, and step where it unscales
  bf16_gradients,    ///< on CUDA: no kernel
  no_gradients,      ///< step; the optimizer counts as unscaled
  nothing_recorded,  ///< update
  bad_factor,        ///< construction
  empty_state,       ///< load
  pending,           ///< pickle between unscale or step and update
};

/// "RuntimeError"; empty for none.
std::string_view python_error(ScalerError error);
/// "unscaled_twice"; "none".
std::string_view error_name(ScalerError error);

/// `large` is finite, near the format's largest number.
enum class GradientContent { absent, finite, plus_infinity, minus_infinity, nan, large };
enum class GradientFormat { fp32, fp16, bf16, fp64 };

/// Gradients of one optimizer on one device. Shards of a group have a scaler each, which is told what any of
/// them found; here they are one.
struct DeviceGradients {
  int device = 0;
  int shard = 0;
  GradientContent content = GradientContent::finite;
  GradientFormat format = GradientFormat::fp32;
  std::int64_t size = 1;   ///< elements of the tensor, which are finite but for one
  std::int64_t place = 0;  ///< of that one, which is as `content` says

  friend bool operator==(const DeviceGradients&, const DeviceGradients&) = default;
};

enum class ScalerCall { scale, backward, zero_grad, unscale, step, update, load, pickle, schedule };

struct ScalerCommand {
  ScalerCall call = ScalerCall::scale;
  int optimizer = 0;                            ///< backward, zero_grad, unscale, step, schedule
  std::vector<DeviceGradients> gradients = {};  ///< backward: added to what is there
  bool closure = false;                         ///< step
  std::optional<float> new_scale = {};          ///< update
  std::optional<ScaleState> loaded = {};        ///< load; nullopt: an empty state

  friend bool operator==(const ScalerCommand&, const ScalerCommand&) = default;
};

enum class ScheduleRule {
  taken,   ///< stays where the optimizer's last step was skipped
  called,  ///< moves with every call
};

struct GradScalerOptions {
  ScaleRule rule;  ///< of pytorch
  bool enabled = true;
  bool on_cuda = true;
  std::uint32_t fused = 0;  ///< bit i: optimizer i is
  ScheduleRule schedule = ScheduleRule::taken;
};

/// none, or bad_factor.
ScalerError check_options(const GradScalerOptions& options);

enum class OptimizerStage { ready, unscaled, stepped };

struct OptimizerState {
  struct Device {
    GradientContent content = GradientContent::absent;
    GradientFormat format = GradientFormat::fp32;
    std::optional<bool> found = {};  ///< what unscale or step saw since the last update

    friend bool operator==(const Device&, const Device&) = default;
  };
  OptimizerStage stage = OptimizerStage::ready;
  std::array<Device, most_devices> devices = {};
  bool skipped = false;        ///< its last step was
  std::int64_t scheduled = 0;  ///< how often its schedule moved

  friend bool operator==(const OptimizerState&, const OptimizerState&) = default;
};

struct GradScalerState {
  bool exists = false;  ///< the scale was made
  float scale = 65536;
  std::int64_t tracker = 0;
  std::array<OptimizerState, most_optimizers> optimizers = {};

  friend bool operator==(const GradScalerState&, const GradScalerState&) = default;
};

GradScalerState initial_state(const GradScalerOptions& options);

struct ScalerOutcome {
  ScalerError error = ScalerError::none;
  /// scale: what outputs were multiplied by.
  std::optional<float> factor = {};
  /// unscale, and step where it unscaled: what gradients were multiplied by.
  std::optional<float> inverse = {};
  /// step: the inner optimizer changed its parameters.
  bool stepped = false;
  /// step of a fused optimizer: what it was given.
  std::optional<float> grad_scale = {};
  std::optional<float> found_inf = {};
  /// schedule: how often it moved.
  std::optional<std::int64_t> scheduled = {};

  friend bool operator==(const ScalerOutcome&, const ScalerOutcome&) = default;
};

struct ScalerTransition {
  GradScalerState state;
  ScalerOutcome outcome;
};

ScalerTransition apply(const GradScalerOptions& options, const GradScalerState& state,
                       const ScalerCommand& command);

/// fp32(1 / S), the reciprocal taken in double: since 53 >= 2 * 24 + 2, that is the correctly rounded one.
float inverse_of(float scale);

}  // namespace ulpgate
