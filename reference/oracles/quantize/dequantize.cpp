#include "reference/oracles/quantize/dequantize.h"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "reference/formats/decode.h"
#include "reference/oracles/quantize/block_scale.h"
#include "reference/oracles/quantize/recipe_text.h"
#include "reference/oracles/quantize/steps.h"

namespace ulpgate::quantize {
namespace {

using Named = std::pair<std::string_view, DequantizeRule>;
constexpr std::array rules{Named{"fp32", DequantizeRule::fp32}, Named{"e8m0", DequantizeRule::e8m0},
                           Named{"nvfp4_reference", DequantizeRule::nvfp4_reference},
                           Named{"nvfp4_kernel", DequantizeRule::nvfp4_kernel},
                           Named{"nvfp4_torchao", DequantizeRule::nvfp4_torchao}};

}  // namespace

const Format& scale_format(DequantizeRule rule) {
  switch (rule) {
    case DequantizeRule::fp32:
      return formats::fp32;
    case DequantizeRule::e8m0:
      return formats::e8m0;
    default:
      return formats::e4m3;
  }
}

float dequantized(const Dequantize& d, std::uint64_t code, std::uint64_t scale, float global) {
  const Steps steps(d.flush_to_zero);
  const auto q = static_cast<float>(to_double(*d.element, code));
  const auto s = static_cast<float>(to_double(scale_format(d.rule), scale));
  switch (d.rule) {
    case DequantizeRule::fp32:
    case DequantizeRule::e8m0:
      return steps.product(q, s);
    case DequantizeRule::nvfp4_reference: {
      const Recipe recipe{.scales = ScaleKind::nvfp4, .flush_to_zero = d.flush_to_zero};
      const float inverse = steps.quotient(1, nvfp4_encode_scale(recipe, global));
      return steps.product(steps.product(q, s), inverse);
    }
    case DequantizeRule::nvfp4_kernel:
      return steps.product(q, steps.product(steps.product(s, global), 1 / 2688.0F));
    case DequantizeRule::nvfp4_torchao:
      return steps.product(q, steps.product(steps.quotient(global, 2688), s));
  }
  return 0;
}

std::string set_claim(Dequantize& d, std::string_view key, std::string_view value) {
  if (key == "rule") {
    std::string known;
    for (const auto& [name, rule] : rules) {
      if (name == value) {
        d.rule = rule;
        return {};
      }
      known += (known.empty() ? "" : ", ") + std::string(name);
    }
    return "The claim 'rule' cannot be '" + std::string(value) + "'; it is one of " + known + ".";
  }
  Recipe recipe{.block = d.block, .flush_to_zero = d.flush_to_zero};
  if (key != "block" && key != "flush_to_zero") return "The claim '" + std::string(key) + "' is unknown.";
  if (std::string wrong = set_claim(recipe, key, value); !wrong.empty()) return wrong;
  d.block = recipe.block;
  d.flush_to_zero = recipe.flush_to_zero;
  return {};
}

}  // namespace ulpgate::quantize
