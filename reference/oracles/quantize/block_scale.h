#pragma once
// From amax to scale: what is stored for a block, and what its elements are multiplied with.
#include <cstdint>
#include <span>

#include "reference/formats/encode.h"
#include "reference/oracles/quantize/recipe.h"

namespace ulpgate::quantize {

struct BlockScale {
  float factor = 1;          ///< t = x * factor; GivenRule::divide: x / factor
  std::uint64_t stored = 0;  ///< fp32 1 / s of current, e8m0 of mx, e4m3 of nvfp4; nothing is stored of given
  bool any_stored = false;   ///< every code but NaN is right (mx of OCP, a block of zeros)
};

/// Largest magnitude, +0 of nothing. A NaN is ignored, or makes it NaN.
float amax_of(std::span<const float> x, AmaxNan nan);

/// Not of given. `global` is the amax of the whole tensor; nvfp4 alone looks at it.
BlockScale block_scale(const Recipe& recipe, float amax, float global);

/// The scale s of ScaleKind::current, and its stored inverse RN(1 / s).
float current_scale(const Recipe& recipe, float amax);
/// The byte of ScaleKind::mx.
std::uint8_t mx_byte(const Recipe& recipe, float amax);
/// 2^(127 - byte), the factor for a byte; NaN for 0xFF.
float mx_factor(std::uint8_t byte);

/// fp32 steps of ScaleKind::nvfp4. S of the rules of TransformerEngine:
float nvfp4_encode_scale(const Recipe& recipe, float global);
/// What is rounded to e4m3:
float nvfp4_before_rounding(const Recipe& recipe, float amax, float global);

/// One element: its code, or which codes are right. A NaN counts as x's where x is one, else as positive.
/// `random` is for stochastic rounding.
Expected element(const Recipe& recipe, const BlockScale& scale, float x, std::uint64_t random = 0);

}  // namespace ulpgate::quantize
