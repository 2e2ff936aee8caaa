#pragma once
// Scales of blocks from their amax, by recipe.
#include <cstdint>
#include <functional>
#include <string>

#include "kernels/adapters/host/quantize/cast.h"

namespace ulpgate::host {

struct Scale {
  float factor = 1;          ///< what x is multiplied with
  std::uint32_t stored = 0;  ///< its code in the format of scales
};

/// From the amax of a block and that of the tensor.
using ScaleRule = std::function<Scale(float amax, float global)>;

/// An amax below epsilon counts as epsilon.
ScaleRule current_rule(const Format& element, bool power_of_two, float epsilon = 0);
ScaleRule current_torchao(const Format& element);
/// rule: as claimed.
ScaleRule mx_rule(const Format& element, const std::string& rule);
/// fast: the factor is rounded to bf16. python: a NaN wins.
ScaleRule nvfp4_rule(bool fast, bool python);
ScaleRule nvfp4_torchao();

}  // namespace ulpgate::host
