#pragma once
// The oracle of one step of SGD with momentum, element by element.
//
// With g = gradient + wd p:   b' = momentum b + (1 - dampening) g, or g on the first step
//   p' = p - lr b', or with Nesterov's momentum p - lr (g + momentum b'); without momentum p - lr g
// (PyTorch's SGD). What is not finite follows IEEE 754. The bound is a tracked evaluation (bounds/tracked.h).
#include <memory>
#include <span>

#include "reference/bounds/step_arithmetic.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

struct SgdScalars {
  double lr = 1e-2, momentum = 0, dampening = 0, weight_decay = 0;
  bool nesterov = false;
  bool first = false;  ///< there is no momentum buffer yet
};

struct SgdRow {
  std::span<const double> gradient, param;
  std::span<const double> buffer = {};  ///< b; empty where momentum is 0 or on the first step
  SgdScalars scalars = {};
};

struct SgdOutput {
  static constexpr int param = 0, buffer = 1;
};

/// Throws std::invalid_argument, with one sentence, where spans differ in length, a scalar is not finite, and
/// where the claims have no bound.
std::unique_ptr<RowOracle> sgd_row(const SgdRow& row, const StepArithmetic& arithmetic);

}  // namespace ulpgate
