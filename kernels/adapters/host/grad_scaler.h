#pragma once
// A loss scaler with the interface of PyTorch's GradScaler, in plain C++.
//
//   GradScaler scaler(options);
//   loss *= scaler.scale();  ...  scaler.unscale(0, gradients);  clip(gradients);
//   if (scaler.step(0, gradients).stepped) optimizer.step();
//   scaler.update();
//   scaler.schedule(0);
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

#include "kernels/adapters/host/flag_exchange.h"
#include "reference/formats/format.h"

namespace ulpgate::host {

/// A call out of place; what() is one of the words of ulpgate/plugin.h.
class ScalerMisuse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Gradients of one tensor.
struct Gradient {
  int device = 0;
  const Format* format = nullptr;
  std::byte* data = nullptr;
  std::int64_t n = 0, stride = 1;  ///< in elements
};

struct GradScalerOptions {
  float init_scale = 65536;
  double growth = 2, backoff = 0.5;
  std::int64_t interval = 2000;
  float floor = 0;                           ///< the scale does not go below; 0: no floor
  bool divides = false;                      ///< by the scale, rather than multiply by its reciprocal
  bool looks_before = true;                  ///< at gradients that are scaled
  bool looks_after = false;                  ///< at gradients that are not any more
  bool schedules_skips = false;              ///< schedules move also where the last step was skipped
  std::shared_ptr<FlagExchange> group = {};  ///< of shards, of which this is one; null: none
};

class GradScaler {
 public:
  static constexpr int optimizers = 4, devices = 3;

  /// Throws ScalerMisuse, as all below.
  explicit GradScaler(const GradScalerOptions& options);

  /// What outputs are to be multiplied by.
  float scale();
  void unscale(int optimizer, std::span<const Gradient> gradients);
  struct Step {
    bool stepped = false;
    float grad_scale = 1;  ///< of fused optimizers, as is the next
    float found_inf = 0;
  };
  /// What the optimizer is to do. A fused one unscales by itself.
  Step step(int optimizer, std::span<const Gradient> gradients, bool fused);
  /// How often the optimizer's schedule has moved, now that it is asked once more.
  std::int32_t schedule(int optimizer);
  void update();
  void update(float new_scale);
  void load(float scale, std::int32_t tracker);

  float current_scale() const { return scale_; }
  std::int32_t tracker() const { return tracker_; }

 private:
  enum class Stage { ready, unscaled, stepped };
  struct Optimizer {
    Stage stage = Stage::ready;
    std::array<std::optional<bool>, devices> found;
    bool recorded() const;
    int count() const;
  };
  struct Schedule {
    bool skipped = false;  ///< the optimizer's last step was
    std::int32_t moved = 0;
  };

  void check_exists() const;
  void look(Optimizer& optimizer, std::span<const Gradient> gradients, bool unscales) const;
  void ready_all() { all_ = {}; }

  GradScalerOptions options_;
  bool exists_ = false;
  float scale_;
  std::int32_t tracker_ = 0;
  std::array<Optimizer, optimizers> all_;
  std::array<Schedule, optimizers> schedules_;
};

}  // namespace ulpgate::host
