#pragma once
// The oracle of one step of AdamW, element by element.
//
// With g = gradient / grad_scale and t the number of this step, from 1 on,
//   m' = b1 m + (1 - b1) g          v' = b2 v + (1 - b2) g^2
//   p' = p - lr ( m' / (1 - b1^t) / (sqrt(v' / (1 - b2^t)) + eps) + wd p )
// (I. Loshchilov, F. Hutter, Decoupled weight decay regularization, 2019, algorithm 2; PyTorch's, Apex' and
// TransformerEngine's are this in two orders of rounding: StepOrder.) Where found is not 0, p, m and v stay
// as they are.
//
// A gradient that is not finite makes all three NaN or infinite, as IEEE 754 has it; of a state that is not,
// nothing is said. The bound is a tracked evaluation (bounds/tracked.h) of the claimed order. Where an order
// leaves the way of a product or of an average open (b1 m + (1 - b1) g or m + (1 - b1)(g - m)), the worse
// counts.
#include <memory>
#include <span>

#include "reference/bounds/step_arithmetic.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

struct AdamWScalars {
  double lr = 1e-3, beta1 = 0.9, beta2 = 0.999, eps = 1e-8, weight_decay = 1e-2;
  std::int64_t step = 1;
};

struct AdamWRow {
  std::span<const double> gradient, param, m, v;
  AdamWScalars scalars = {};
  double grad_scale = 1;
};

struct AdamWOutput {
  static constexpr int param = 0, m = 1, v = 2;
};

/// Throws std::invalid_argument, with one sentence, where spans differ in length, a scalar is out of range (0
/// <= beta < 1, eps >= 0, step >= 1, all finite, grad_scale not 0), and where the claims have no bound.
std::unique_ptr<RowOracle> adamw_row(const AdamWRow& row, const StepArithmetic& arithmetic);

}  // namespace ulpgate
