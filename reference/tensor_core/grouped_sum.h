#pragma once
// The step of block-scaled fp4 instructions with k = 64 (MMA-Sim, GST-FDPA).
//
// Each group of 16 products is summed exactly; the sum, times both scales' significands, is one term with the
// exponent alpha + beta of its scales. That exponent counts even where the products cancel; a group without
// any product but zeros, and one whose scale is zero, has the exponent exponent_floor, as has a zero
// accumulator. The terms are then aligned, added and rounded as in fused_sum.h. NaN: any scale or the
// accumulator.
#include <cstdint>

#include "reference/tensor_core/operand.h"
#include "reference/tensor_core/output.h"
#include "reference/tensor_core/profile.h"

namespace ulpgate {

class GroupedSum {
 public:
  /// The entry's algorithm must be grouped_scaled_sum, and the entry must pass check_entry.
  GroupedSum(const ProfileEntry& entry, const Format& a, const Format& b);

  /// One instruction: k codes each of A and B, a scale for each block of them.
  std::uint64_t dot(const std::uint64_t* a, const std::uint64_t* b, int k, const std::uint64_t* a_scales,
                    const std::uint64_t* b_scales, std::uint64_t accumulator) const;

 private:
  std::uint64_t step(const std::uint64_t* a, const std::uint64_t* b, int count, int first,
                     const std::uint64_t* a_scales, const std::uint64_t* b_scales,
                     std::uint64_t accumulator) const;

  OperandDecoder a_;
  OperandDecoder b_;
  OperandDecoder scale_;
  OperandDecoder accumulator_;
  OutputRounder rounder_;
  Arithmetic arithmetic_;
};

}  // namespace ulpgate
