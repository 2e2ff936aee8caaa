#pragma once
// The oracle of unscaling one gradient: its exact result, bit for bit.
//
// By claim a gradient g is divided by the scale S once, compute(g / S), or multiplied by a reciprocal,
// compute(g * r) with r = fp32(1 / S), where "compute" rounds to nearest even in the compute format, fp32
// (fp64 for fp64 gradients); then it is rounded once more, to the gradient's format. Where r is 1, g stays
// as it is, the bits of a NaN too. r need not be of S: multi-tensor kernels are handed it.
//
// What counts as found is by claim looked at before (`scaled`, PyTorch's kernel), or after: a finite g that S
// < 1 makes infinite is found by `unscaled` alone.
//
// Source: torch's amp_foreach_non_finite_check_and_unscale; jmp and Flax for `unscaled`, Flax for division.
#include <cstdint>

#include "reference/exact/exact.h"
#include "reference/formats/encode.h"
#include "reference/formats/format.h"

namespace ulpgate {

enum class Unscaling { reciprocal, division };
enum class FoundAt { scaled, unscaled, either };

struct UnscaleRule {
  const Format* gradient = nullptr;
  const Format* output = nullptr;  ///< nullptr: the gradient's
  Unscaling unscaling = Unscaling::reciprocal;
  FoundAt found = FoundAt::scaled;
  bool flushes_subnormals = false;  ///< of the compute format's inputs and results, and of the output
};

/// Correctly rounded fp32(1 / S), of the code of S in fp32.
Expected inverse_scale(std::uint64_t scale);

struct Unscaled {
  Expected gradient;
  bool found = false;
};

/// `factor`, an fp32 code, is r, or S where the rule divides.
Unscaled unscale(const UnscaleRule& rule, std::uint64_t gradient, std::uint64_t factor);

}  // namespace ulpgate
