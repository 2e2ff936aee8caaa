#pragma once
// How an implementation of gradient norms, clipping and optimizer steps computes, by its claims.
#include <cstdint>

#include "reference/bounds/row_arithmetic.h"

namespace ulpgate {

/// Two ways to write one update; in exact numbers they are the same.
enum class StepOrder {
  decay_first,  ///< p *= 1 - lr wd; p -= (lr / bc1) m / (sqrt(v) / sqrt(bc2) + eps)
  decay_added,  ///< p -= lr (m / bc1 / (sqrt(v / bc2) + eps) + wd p)
};

enum class NormAlgorithm {
  flat,       ///< all elements in one sum
  by_tensor,  ///< a norm for each row, rounded; then the norm of these
};

struct StepArithmetic {
  const Format* accumulator = nullptr;  ///< of elements; each operation is rounded to nearest even in it
  bool flushes_subnormals = false;
  StepOrder order = StepOrder::decay_first;
  NormAlgorithm norm = NormAlgorithm::flat;
  /// What scalars are computed in before elements meet them (1 - beta, 1 - beta^t, lr / bc1): fp64, or the
  /// accumulator; nullptr: fp64.
  const Format* scalars = nullptr;
  double power_ulps = 2;  ///< of beta^t
};

}  // namespace ulpgate
