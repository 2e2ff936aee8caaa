#pragma once
// GradScaler's protocol a second time: no stages, but a diary of what was done since the last update, which
// every question is answered from. Slow.
#include <optional>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/scalers/grad_scaler.h"

namespace ulpgate {

class TwinGradScaler {
 public:
  explicit TwinGradScaler(const GradScalerOptions& options);

  ScalerOutcome apply(const ScalerCommand& command);
  float scale() const { return static_cast<float>(scale_.to_double()); }
  std::int64_t tracker() const { return tracker_; }

 private:
  /// A gradient that was looked at.
  struct Look {
    int optimizer = 0;
    bool found = false;
  };
  struct Entry {
    ScalerCall call = ScalerCall::scale;
    int optimizer = 0;
  };

  bool did(ScalerCall call, int optimizer) const;
  bool holds(int optimizer, GradientFormat format) const;
  /// The contents that were added up since the last zero, by device; nullopt: none.
  std::optional<GradientContent> content(int optimizer, int device) const;
  std::optional<GradientFormat> format(int optimizer, int device) const;
  std::int64_t scheduled(int optimizer) const;
  void look(int optimizer);
  int looks(int optimizer, bool only_found) const;
  void unscale(int optimizer, ScalerOutcome& outcome);
  void step(const ScalerCommand& command, ScalerOutcome& outcome);
  void update(const ScalerCommand& command, ScalerOutcome& outcome);

  GradScalerOptions options_;
  Exact scale_;
  std::int64_t tracker_ = 0;
  bool asked_ = false;  ///< scale() was called since the start or since pickling
  std::vector<Entry> diary_;
  std::vector<Look> looks_;
  std::vector<ScalerCommand> gradients_;
  /// Every step that was answered, and every call of a schedule, since the start.
  struct Moment {
    int optimizer = 0;
    ScalerCall call = ScalerCall::step;
    bool stepped = false;
  };
  std::vector<Moment> moments_;
};

}  // namespace ulpgate
