#pragma once
// What AMD's CDNA3 does instead of fused_sum.h. Accumulates in fp32 and rounds to nearest even.
// Source: as cdna_sums.h.
#include <cstdint>

#include "reference/tensor_core/operand.h"
#include "reference/tensor_core/output.h"
#include "reference/tensor_core/profile.h"

namespace ulpgate {

/// 1. Products keep the sum of their operands' exponents; one of magnitude 2^128 or more is an infinity.
/// 2. E1 is the largest exponent of a product that is not zero. Products are cut toward zero to multiples of
///    2^(E1 - product_fraction_bits) and added; with two product_groups, even and odd k apart, each cut by
///    its own E1, then cut down to the larger one's and added.
/// 3. E = max(E1, exponent of the accumulator), which is -126 for zero and subnormal numbers.
/// 4. The sum is cut down to a multiple of 2^(E - fraction_bits), the accumulator to one of
///    2^(E - accumulator_fraction_bits); with small_accumulator_dropped, one with an exponent below
///    E - accumulator_fraction_bits - 1 contributes 0.
/// 5. Their sum keeps final_fraction_bits after its leading bit, cut down, and is rounded to nearest even.
class TwoStageSum {
 public:
  /// The entry's algorithm must be two_stage_sum, and the entry must pass check_entry.
  TwoStageSum(const ProfileEntry& entry, const Format& a, const Format& b);

  /// One instruction: k codes each of A and B; a longer k is chained, lowest first.
  std::uint64_t dot(const std::uint64_t* a, const std::uint64_t* b, int k, std::uint64_t accumulator) const;

 private:
  std::uint64_t step(const std::uint64_t* a, const std::uint64_t* b, int count,
                     std::uint64_t accumulator) const;

  OperandDecoder a_;
  OperandDecoder b_;
  OperandDecoder accumulator_;
  OutputRounder rounder_;
  Arithmetic arithmetic_;
};

}  // namespace ulpgate
