#pragma once
// The second, slow reading of the recipes: fp32 numbers as rational ones, each step rounded by comparing with
// the numbers on both sides; powers of two found by comparison. Shares nothing with oracles/quantize but the
// recipes.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reference/formats/encode.h"
#include "reference/oracles/quantize/delayed_scale.h"
#include "reference/oracles/quantize/dequantize.h"
#include "reference/oracles/quantize/recipe.h"

namespace ulpgate {

/// Numbers are fp32 codes.
struct TwinBlockScale {
  std::uint32_t factor = 0;
  std::uint64_t stored = 0;
  bool any_stored = false;
};

std::uint32_t twin_amax(std::span<const std::uint32_t> x, quantize::AmaxNan nan);
/// The scale s of ScaleKind::current.
std::uint32_t twin_current_scale(const quantize::Recipe& recipe, std::uint32_t amax);
TwinBlockScale twin_block_scale(const quantize::Recipe& recipe, std::uint32_t amax, std::uint32_t global);
Expected twin_element(const quantize::Recipe& recipe, std::uint32_t factor, std::uint32_t x,
                      std::uint64_t random = 0);
std::uint32_t twin_dequantized(const quantize::Dequantize& d, std::uint64_t code, std::uint64_t scale,
                               std::uint32_t global);

struct TwinDelayedState {
  std::vector<std::uint32_t> history;
  std::uint32_t scale = 0;
  std::uint32_t scale_inverse = 0;
};

/// `margin` is a whole number.
TwinDelayedState twin_updated(const quantize::DelayedRecipe& recipe, const TwinDelayedState& before,
                              int margin, std::optional<std::uint32_t> reduced = std::nullopt);

}  // namespace ulpgate
