#pragma once
// The steps of the slow Tensor Core, one for each algorithm (tensor_core.h chains them).
#include <cstdint>
#include <vector>

#include "reference/tensor_core/profile.h"
#include "reference/twins/fixed_point.h"

namespace ulpgate::twin {

/// The operands of a step, with scales applied where they are exponents alone.
struct StepOperands {
  std::vector<Value> a;
  std::vector<Value> b;
  std::vector<Value> group_scales;  ///< grouped_scaled_sum: product of both scales of each group
};

std::uint64_t fused_step(const ProfileEntry& entry, const StepOperands& in, const Value& accumulator);
std::uint64_t grouped_step(const ProfileEntry& entry, const StepOperands& in, const Value& accumulator);
std::uint64_t exact_step(const ProfileEntry& entry, const StepOperands& in, const Value& accumulator);
std::uint64_t two_stage_step(const ProfileEntry& entry, const StepOperands& in, const Value& accumulator);

}  // namespace ulpgate::twin
