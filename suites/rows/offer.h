#pragma once
// An offer of an operation on rows, understood: formats as records, claims as arithmetic and promises.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/api/implementation.h"
#include "kernels/api/row_operations.h"
#include "reference/bounds/row_arithmetic.h"
#include "reference/bounds/step_arithmetic.h"
#include "reference/formats/rule.h"
#include "reference/oracles/gradient_norm.h"
#include "reference/oracles/unscale.h"
#include "suites/framework/share.h"

namespace ulpgate::rows {

struct RowsOffer {
  Offer offer;
  const RowOperation* operation = nullptr;
  /// Of the operation's tensors, in their order; nullptr where the offer has none.
  std::vector<const Format*> formats;
  RowArithmetic arithmetic;
  StepArithmetic step;  ///< of norms and optimizers
  NormKind norm = NormKind::two;
  bool in_turn = false;  ///< sums of micro-batches are
  bool nesterov = false;
  UnscaleRule unscaling;  ///< formats and subnormals are not set
  bool checks_as_fp32 = false;
  double scale_floor = 0;
  Rule rule;  ///< of the first output
  bool has_scale = false;
  bool causal = false;
  bool smoothing = false;
  bool scale_y = false;
  bool amax_unrounded = true;  ///< of results before scale_y and their rounding to y
  bool amax_propagates_nan = false;
  bool deterministic = true;
  bool batch_invariant = false;
  bool position_invariant = false;
  bool emulated = false;
  Share share;  ///< of requirements about shapes, memory and calls, where an implementation offers much
  std::string unclaimed;  ///< set when the claims do not fix all this: one sentence

  /// Place among the operation's tensors; the operation must have it.
  std::size_t place(std::string_view tensor) const;
  /// nullptr where the operation or the offer does not have it.
  const Format* format(std::string_view tensor) const;
  bool has(std::string_view tensor) const { return format(tensor) != nullptr; }
  /// The first input, which the operation is about, and the first output.
  const Format& input() const;
  std::size_t output_place() const;
  const Format& output() const { return *formats[output_place()]; }
  /// Of an output: `rule` for the first, what is claimed of none for the others.
  Rule rule_of(std::size_t place) const;
  /// Of the scalars "scale" and "eps".
  const Format& scale_format() const;
  const Format& eps_format() const;
  /// Whether the tensor is "amax", which is made of all rows together: no row's oracle knows it.
  bool is_amax(std::size_t place) const { return operation->tensors[place].name == "amax"; }
  bool has_mask() const { return has("mask") || causal; }
  /// "fp16.gamma-fp32_to_fp16": inputs, then outputs; those that may be left out with their names.
  std::string formats_text() const;
};

/// nullopt for an offer of another operation.
std::optional<RowsOffer> understand(const Offer& offer, std::string_view operation);

/// Every offer of the operation, in the implementation's order.
std::vector<RowsOffer> rows_offers(const Implementation& implementation, std::string_view operation);

}  // namespace ulpgate::rows
