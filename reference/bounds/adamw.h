#pragma once
// A step of AdamW as an implementation takes it, tracked (tracked.h): scalars first, in fp64 or in the
// accumulator, then read into the accumulator; elements in the claimed order.
#include "reference/bounds/step_arithmetic.h"
#include "reference/bounds/tracked.h"
#include "reference/oracles/adamw.h"

namespace ulpgate {

struct AdamWTracked {
  Tracked param, m, v;
  const Tracked& of(int output) const {
    return output == AdamWOutput::param ? param : output == AdamWOutput::m ? m : v;
  }
};

class AdamWBound {
 public:
  /// Throws std::invalid_argument where the accumulator has no bound.
  AdamWBound(const AdamWScalars& scalars, double grad_scale, const StepArithmetic& arithmetic);

  AdamWTracked element(double gradient, double param, double m, double v) const;

 private:
  Tracked unscaled(double gradient) const;
  Tracked decay_first(const Tracked& p, const Tracked& m, const Tracked& v) const;
  Tracked decay_added(const Tracked& p, const Tracked& m, const Tracked& v) const;

  TrackedArithmetic a_;
  StepOrder order_;
  double grad_scale_;
  Tracked scale_, inverse_scale_;
  Tracked beta1_, beta2_, one_minus_beta1_, one_minus_beta2_;
  Tracked correction1_, correction2_, root_correction2_;
  Tracked lr_, decay_, weight_decay_, step_size_, eps_;
};

}  // namespace ulpgate
