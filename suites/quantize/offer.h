#pragma once
// An offer of an operation of quantization, understood: formats as records, claims as recipes.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/api/block_operations.h"
#include "kernels/api/implementation.h"
#include "reference/oracles/quantize/delayed_scale.h"
#include "reference/oracles/quantize/dequantize.h"
#include "reference/oracles/quantize/packing.h"
#include "reference/oracles/quantize/recipe.h"
#include "reference/oracles/quantize/scale_layout.h"
#include "suites/framework/share.h"

namespace ulpgate::blocks {

struct BlocksOffer {
  Offer offer;
  const BlockOperation* operation = nullptr;
  /// Of the operation's tensors, in their order; nullptr where the offer has none.
  std::vector<const Format*> formats;
  quantize::Recipe recipe;          ///< of quantize; block and amax_nan of amax, cast of hadamard's y
  quantize::Dequantize dequantize;  ///< its block is the recipe's, too
  quantize::DelayedRecipe delayed;
  quantize::ScaleLayout layout = quantize::ScaleLayout::plain;
  bool zero_padding = false;
  quantize::Packing packing = quantize::Packing::none;  ///< of q and q_t
  std::uint32_t signs = 0;                              ///< of hadamard, as is the accumulator
  const Format* accumulator = nullptr;
  bool emulated = false;
  Share share;
  std::string unclaimed;  ///< set when the claims do not fix all this: one sentence

  std::size_t place(std::string_view tensor) const;
  /// nullptr where the operation or the offer does not have it.
  const Format* format(std::string_view tensor) const;
  bool has(std::string_view tensor) const { return format(tensor) != nullptr; }
  bool is(std::string_view name) const { return operation->name == name; }
  bool stochastic() const { return recipe.cast.rounding == Rounding::stochastic; }
  /// "fp32_to_e4m3.scales-e8m0": inputs, then outputs; those that may be left out with their names.
  std::string formats_text() const;
};

/// nullopt for an offer of another operation.
std::optional<BlocksOffer> understand(const Offer& offer, std::string_view operation);
/// Every offer of the operation, in the implementation's order.
std::vector<BlocksOffer> blocks_offers(const Implementation& implementation, std::string_view operation);

}  // namespace ulpgate::blocks
