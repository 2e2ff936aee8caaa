#pragma once
// What a profile's entries are offered as.
#include <cstdint>
#include <vector>

#include "kernels/api/implementation.h"
#include "reference/tensor_core/profile.h"

namespace ulpgate::model {

/// One instruction, as it is.
struct MmaVariant {
  Offer offer;
  const ProfileEntry* entry;
  const Format* a;
  const Format* b;
  MmaShape shape;
};

enum class Scales {
  none,
  tensor,  ///< one fp32 factor for each operand, applied with alpha
  block,   ///< the instruction's own
};

/// How a GEMM is made of instructions.
struct GemmPlan {
  int split_k = 1;                  ///< parts of k, each its own chain
  bool partials_in_output = false;  ///< parts are rounded to D's format before they are added in fp32
  int promotion = 0;  ///< so many k are one chain; chains are added to an fp32 accumulator; 0: all k
  Scales scales = Scales::none;
};

struct GemmVariant {
  Offer offer;
  const ProfileEntry* entry;
  const Format* a;
  const Format* b;
  const Format* d;
  GemmPlan plan;
};

/// Every entry, pair of inputs and shape. Entries must outlive the result.
std::vector<MmaVariant> mma_variants(const Profile& profile);
/// Entries whose results can be the next instruction's accumulators, without integer saturation.
std::vector<GemmVariant> gemm_variants(const Profile& profile);

}  // namespace ulpgate::model
