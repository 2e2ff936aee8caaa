#pragma once
// The inner loop of fused_sum.h for the common case, in vector code (fused_terms_kernel.cpp).
#include <cstdint>

#include "reference/tensor_core/operand.h"

namespace ulpgate::detail {

struct FusedTerms {
  std::int32_t largest;  ///< the largest exponent; above Operand::special_limit the sum means nothing
  std::int64_t sum;
};

/// Products of `count` operands, cut toward zero. `floor` is the least that `largest` may be; a product is
/// significand * 2^(up - extra_down + exponent - largest) units.
using FusedTermsFunction = FusedTerms (*)(OperandSpan a, OperandSpan b, int count, std::int32_t floor, int up,
                                          int extra_down);

/// The most fraction bits, and significand bits of a product, with which a lane of 32 bits holds its sum.
constexpr int max_lane_fraction_bits = 25;
/// Whether the vector code takes so many products.
constexpr bool fits_lanes(int count) { return count == 4 || (count % 8 == 0 && count <= 64); }

/// nullptr where this processor has no vector code.
FusedTermsFunction choose_fused_terms();

}  // namespace ulpgate::detail
