#pragma once
// The oracle of gradient accumulation: main + sum of micro-batches' gradients, element by element.
//
// The sum is exact. The bound is a tracked sum in any order, or, where claimed, one micro-batch after the
// other onto main, each addition rounded to the accumulator's format (bounds/tracked.h). NaN and infinities
// follow IEEE 754: what is not finite in any micro-batch stays.
#include <memory>
#include <span>

#include "reference/bounds/step_arithmetic.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

struct Accumulation {
  double main = 0;
  std::span<const double> gradients;  ///< of one element, micro-batch after micro-batch
  bool in_turn = false;
};

/// Output 0, place 0.
std::unique_ptr<RowOracle> accumulate(const Accumulation& element, const StepArithmetic& arithmetic);

}  // namespace ulpgate
