#pragma once
// An offer of `gemm`, understood: formats as records, claims as arithmetic, rules and promises.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "reference/bounds/gemm.h"
#include "reference/formats/rule.h"
#include "suites/framework/share.h"

namespace ulpgate::gemm {

/// Rows and columns of an operand that share a scale; 0: all of them.
struct ScaleBlock {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
};

struct GemmOffer {
  Offer offer;
  const Format* a = nullptr;
  const Format* b = nullptr;
  const Format* c = nullptr;
  const Format* d = nullptr;
  const Format* alpha = nullptr;
  const Format* bias = nullptr;  ///< nullptr where the offer has none, as are the next three
  const Format* a_scale = nullptr;
  const Format* b_scale = nullptr;
  const Format* amax = nullptr;
  bool amax_unrounded = true;  ///< of results before they are rounded to D
  bool amax_propagates_nan = false;
  ScaleBlock a_block, b_block;
  GemmArithmetic arithmetic;
  bool emulated = false;
  std::optional<ProfileEntry> entry;  ///< where accumulator is an instruction
  Rule rule;                          ///< of D
  bool skips_alpha_zero = true;
  bool skips_zero_products = false;
  bool flushes_inputs = false;
  bool deterministic = true;
  bool batch_invariant = false;
  Share share;  ///< of requirements about shapes, memory and calls, where an implementation offers much
  std::string unclaimed;  ///< set when the claims do not fix all this: one sentence

  bool integer() const { return d->kind == FormatKind::integer; }
  /// Whether scales change along k, so that instructions apply them to products.
  bool block_scaled() const;
  /// "fp16.fp16_to_fp32"; formats of C unlike D's, of alpha other than fp32, of bias and scales are added, so
  /// that different offers have different texts.
  std::string formats_text() const;
};

/// nullopt for an offer of another operation.
std::optional<GemmOffer> understand(const Offer& offer);

/// Every offer of `gemm`, in the implementation's order.
std::vector<GemmOffer> gemm_offers(const Implementation& implementation);

}  // namespace ulpgate::gemm
