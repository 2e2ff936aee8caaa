#pragma once
// The oracles of the norm of a list of gradients, and of clipping by it. A gradient x is what is given over a
// scale, the quotient rounded, or the product with the rounded reciprocal: the worse counts.
//
//   norm   sum |x|, sqrt(sum x^2) or max |x| over all tensors (a row is one); 0 of none
//   clip   y = x c, c = min(1, max_norm / (norm + 1e-6))
// NaN anywhere makes a norm NaN, max |x| too, and every y; an infinity makes the norm infinite, c 0 and
// infinite x NaN. PyTorch multiplies by c always, Megatron where c < 1: the same numbers.
//
// Bounds are tracked (bounds/tracked.h): the terms, their sum in any order (by_tensor: of each row, then of
// the rounded norms' squares), the root, norm + 1e-6, c by a quotient or by a product with the reciprocal,
// the worse; min(1, .) adds nothing. Squares that may leave the accumulator's range make the norm anything.
// Sources: torch/nn/utils/clip_grad.py; megatron/core/optimizer/clip_grads.py.
#include <memory>
#include <span>
#include <vector>

#include "reference/bounds/step_arithmetic.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

enum class NormKind { one, two, infinity };

struct GradientList {
  std::vector<std::span<const double>> tensors;
  NormKind kind = NormKind::two;
  double max_norm = 1;    ///< of clip; positive and finite
  double grad_scale = 1;  ///< gradients are these over it; positive and finite
};

/// Output 0 is the norm.
std::unique_ptr<RowOracle> gradient_norm(const GradientList& list, const StepArithmetic& arithmetic);

/// Output 0 is y, tensor after tensor; output 1 the norm. Throws std::invalid_argument for a max_norm out of
/// range.
std::unique_ptr<RowOracle> clip_gradients(const GradientList& list, const StepArithmetic& arithmetic);

/// c of a given norm, by PyTorch's roundings, exactly: fp32 of 1 over fp32(norm + 1e-6), times max_norm, at
/// most 1; or by one quotient. NaN stays.
float clip_coefficient(float norm, float max_norm, Division division);

}  // namespace ulpgate
