#pragma once
// Judges whole quantized tensors at speed: every code and every scale, bit for bit.
#include <cstdint>
#include <optional>
#include <string>

#include "reference/oracles/convert.h"
#include "reference/oracles/quantize.h"

namespace ulpgate::quantize {

struct TensorJudgement {
  std::uint64_t elements = 0, scales = 0;  ///< judged
  std::uint64_t wrong_elements = 0, wrong_scales = 0;
  std::optional<std::int64_t> first_element;  ///< wrong, row by row
  std::optional<std::int64_t> first_scale;
  std::uint64_t saturated = 0;  ///< elements beyond the largest number, and infinities
  ErrorSums errors;             ///< of the roundings to the element format, in its ulps

  void merge(const TensorJudgement& later);
};

/// `codes` are the elements, a byte each, row by row; `scales` one for each block, in the scale's format,
/// packed; not looked at where scales are given. The cast must not be stochastic. Threads change nothing but
/// time.
TensorJudgement judge_tensor(const Recipe& recipe, std::int64_t rows, std::int64_t columns,
                             const Inputs& inputs, const std::uint8_t* codes, const void* scales,
                             unsigned threads = 1);

/// The format that a recipe stores scales in; fp32 where they are given.
const Format& stored_format(ScaleKind kind);

}  // namespace ulpgate::quantize
