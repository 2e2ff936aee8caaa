#pragma once
// What AMD's CDNA generations do instead of fused_sum.h. All accumulate in fp32 and round to nearest even.
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

/// CDNA3 (two_stage_sum).
/// 1. Products keep the sum of their operands' exponents; one of magnitude 2^128 or more is an infinity.
/// 2. E1 is the largest exponent of a product that is not zero. Products are cut toward zero to multiples of
///    2^(E1 - product_fraction_bits) and added; with two product_groups, even and odd k apart, each cut by
///    its own E1, then cut down to the larger one's and added.
/// 3. E = max(E1, exponent of the accumulator), which is -126 for zero and subnormal numbers.
/// 4. The sum is cut down to a multiple of 2^(E - fraction_bits), the accumulator to one of
///    2^(E - accumulator_fraction_bits); with small_accumulator_dropped, one with an exponent below
///    E - accumulator_fraction_bits - 1 contributes 0.
/// 5. Their sum keeps final_fraction_bits after its leading bit, cut down, and is rounded to nearest even.
std::uint64_t two_stage_sum(const ProfileEntry& entry, const Format& a_format, const Format& b_format,
                            const std::uint64_t* a, const std::uint64_t* b, int k, std::uint64_t accumulator);

}  // namespace ulpgate
