#pragma once
// What AMD's CDNA1 and CDNA2 do instead of fused_sum.h. All accumulate in fp32 and round to nearest even.
// Source: MMA-Sim's models, described in our own words; no recorded outputs confirm them here.
#include <cstdint>

#include "reference/tensor_core/operand.h"
#include "reference/tensor_core/output.h"
#include "reference/tensor_core/profile.h"

namespace ulpgate {

/// CDNA1 (exact_sum): the sum of `products` products and the accumulator is exact and rounded once;
/// a sum of zero is +0.
/// CDNA2 (pairwise_sum): subnormal operands, and an incoming subnormal accumulator, are +0; products and sums
/// are fp32 operations whose subnormal results become zeros of their sign; products are added in pairs, pairs
/// of pairs, and at last to the accumulator.
/// One instruction: k codes each; a longer k is chained, lowest first. Host arithmetic: the rounding mode
/// must be the default one.
std::uint64_t exact_sum(const ProfileEntry& entry, const Format& a_format, const Format& b_format,
                        const std::uint64_t* a, const std::uint64_t* b, int k, std::uint64_t accumulator);
std::uint64_t pairwise_sum(const ProfileEntry& entry, const Format& a_format, const Format& b_format,
                           const std::uint64_t* a, const std::uint64_t* b, int k, std::uint64_t accumulator);

}  // namespace ulpgate
