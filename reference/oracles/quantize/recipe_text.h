#pragma once
// Recipes as text: comma-separated claims, each key=value.
//
//   scales       given | current | mx | nvfp4
//   block        tensor | row | column | ROWSxCOLUMNS
//   rule         given: multiply | divide; current: transformer_engine | transformer_engine_python | torchao;
//                mx: transformer_engine | torchao_rceil | torchao_floor | torchao_ceil | torchao_even | ocp |
//                onnx_up | onnx_nearest | onnx_down; nvfp4: transformer_engine | transformer_engine_python |
//                torchao
//   amax_nan     ignored | propagates
//   power_of_two yes | no                 of current
//   epsilon      an fp32 code, 0x...      of current
//   infinite_scale  an fp32 code          of current
//   fast_math    yes | no                 of nvfp4
//   flush_to_zero   yes | no
//   rounding, overflow, infinity, nan, random_bits, subnormals    of the cast: reference/formats/rule_text.h
//
// What is not given is as in Recipe{}, but for rule, which follows scales and must come after it.
#include <string>
#include <string_view>

#include "reference/oracles/quantize/recipe.h"

namespace ulpgate::quantize {

/// Sets one claim. Empty when it did, else one sentence that says what is wrong, and `recipe` is as before.
std::string set_claim(Recipe& recipe, std::string_view key, std::string_view value);

/// Throws std::invalid_argument, with one sentence, for what set_claim refuses, and for a cast that
/// check_rule refuses.
Recipe parse_recipe(std::string_view text, const Format& element);

/// "1x32", "tensor", "row", "column".
std::string to_text(const Block& block);

}  // namespace ulpgate::quantize
