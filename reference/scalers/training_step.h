#pragma once
// What a system does at the end of a step: which gradients it looks at, by what it divides them, which
// optimizers step, and when the scale moves.
//
//   system           looks at     divides by      skips                          the scale moves
//   pytorch          scaled       S               each optimizer for itself      at the end
//   apex_hysteresis  as pytorch, whose loop its callers have
//   megatron         scaled       S               all, for any rank's            before the step
//   apex_*           scaled       S               all; a static scale: none      at the end
//                                                 (apex_amp)
//   deepspeed        scaled       the *new* S     all                            before unscaling
//   jmp, flax        unscaled     S               all                            at the end
//
// The order of deepspeed halves the gradients of every step on which its scale grows: effective_factor.
#include <span>
#include <vector>

#include "reference/scalers/scale_rule.h"

namespace ulpgate {

/// The gradients of one optimizer on one rank.
struct GradientCheck {
  bool scaled_finite = true;    ///< before they are divided by the scale
  bool unscaled_finite = true;  ///< after
};

struct TrainingStep {
  bool found = false;         ///< what moved the scale
  std::vector<bool> stepped;  ///< one each
  double divided_by = 1;
  double effective_factor = 1;  ///< of the gradients that optimizers see, beside the true ones
  ScaleChange change;
};

/// One whole step; `optimizers` has one element each. A step that raises steps nowhere.
TrainingStep training_step(const ScaleRule& rule, const ScaleState& state,
                           std::span<const GradientCheck> optimizers);

}  // namespace ulpgate
