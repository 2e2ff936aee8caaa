#pragma once
// From codes and scales back to numbers.
#include <cstdint>
#include <string>
#include <string_view>

#include "reference/oracles/quantize/recipe.h"

namespace ulpgate::quantize {

/// y from a code q, a stored scale and, of nvfp4, the amax G of the tensor; fp32 steps, each rounded, the
/// last one's result then rounded to y's format.
enum class DequantizeRule {
  fp32,             ///< y = q * scale: per tensor, row, column or block
  e8m0,             ///< y = q * 2^(b - 127); 0xFF gives NaN
  nvfp4_reference,  ///< y = (q * s) * (1 / S), S as in Nvfp4Rule::transformer_engine
  nvfp4_kernel,     ///< y = q * ((s * G) * RN(1 / 2688)): TransformerEngine's dequantization kernel
  nvfp4_torchao,    ///< y = q * ((G / 2688) * s)
};

struct Dequantize {
  DequantizeRule rule = DequantizeRule::fp32;
  Block block = {};
  const Format* element = &formats::e4m3;
  bool flush_to_zero = false;
};

/// The fp32 result.
float dequantized(const Dequantize& d, std::uint64_t code, std::uint64_t scale, float global);

/// The format of stored scales: fp32, e8m0 or e4m3.
const Format& scale_format(DequantizeRule rule);

/// Claims rule, block and flush_to_zero; empty, or one sentence.
std::string set_claim(Dequantize& d, std::string_view key, std::string_view value);

}  // namespace ulpgate::quantize
