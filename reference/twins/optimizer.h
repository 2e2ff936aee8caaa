#pragma once
// Optimizer steps, norms and clipping a second time, straight from their formulas in floating point of 4800
// bits (twins/norm.h). Inputs are finite.
#include <span>

#include "reference/oracles/adamw.h"
#include "reference/oracles/gradient_norm.h"
#include "reference/oracles/sgd.h"
#include "reference/twins/norm.h"

namespace ulpgate {

struct TwinStep {
  TwinReal param, m, v;  ///< of SGD: m is the momentum buffer
};

TwinStep twin_adamw(const AdamWScalars& scalars, double gradient, double param, double m, double v,
                    double grad_scale);
TwinStep twin_sgd(const SgdScalars& scalars, double gradient, double param, double buffer);
TwinReal twin_gradient_norm(const GradientList& list);
/// The factor of every gradient.
TwinReal twin_clip(const GradientList& list);

}  // namespace ulpgate
