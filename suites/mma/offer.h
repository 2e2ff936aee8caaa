#pragma once
// An offer of `mma`, understood: formats as records, the instruction's shape, and whose arithmetic it claims.
#include <optional>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"
#include "reference/bounds/mma.h"
#include "reference/tensor_core/profile.h"
#include "suites/framework/share.h"

namespace ulpgate::mma {

struct MmaOffer {
  Offer offer;
  const Format* a = nullptr;
  const Format* b = nullptr;
  const Format* c = nullptr;
  const Format* d = nullptr;
  const Format* scale = nullptr;  ///< of both scale tensors; nullptr where the offer has none
  MmaShape shape;
  int scale_block = 0;  ///< consecutive k that share a scale; 0: none
  std::optional<ProfileEntry> entry;
  Share share;  ///< of all but the requirements that are exhaustive, where an implementation offers much
  std::string unclaimed;  ///< set when the claims do not fix all this: one sentence

  bool integer() const { return d->kind == FormatKind::integer; }
  int scale_columns() const { return scale_block == 0 ? 0 : shape.k / scale_block; }
  /// Multiply-adds of one call.
  std::int64_t work() const { return std::int64_t{shape.m} * shape.n * shape.k; }
  SumOfProducts sum() const { return {.entry = entry ? &*entry : nullptr, .a = a, .b = b, .c = c, .d = d}; }
  /// "fp16.fp16_to_fp32"; the format of C where it is not that of D, and of scales, are added.
  std::string formats_text() const;
};

/// nullopt for an offer of another operation.
std::optional<MmaOffer> understand(const Offer& offer);

/// Every offer of `mma`, in the implementation's order.
std::vector<MmaOffer> mma_offers(const Implementation& implementation);

/// "m16n8k16"; nullopt where it is not like that, or an extent is 0 or above 512.
std::optional<MmaShape> parse_shape(const std::string& text);

}  // namespace ulpgate::mma
