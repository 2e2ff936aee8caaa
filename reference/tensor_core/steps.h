#pragma once
// Which k of an instruction meet in one step, by its entry. Written from the descriptions of the algorithms
// (fused_sum.h, grouped_sum.h, chain_sums.h, cdna_sums.h), apart from the engine's loops.
#include <vector>

#include "reference/tensor_core/profile.h"

namespace ulpgate {

/// The k of each step, in the order of the steps. Every k is in one of them.
std::vector<std::vector<int>> instruction_steps(const ProfileEntry& entry, int k);

/// Sets of k that may change places among themselves without changing a bit of the result: their products
/// are added exactly, or by one commutative addition. Sets of one are left out.
std::vector<std::vector<int>> interchangeable(const ProfileEntry& entry, int k);

}  // namespace ulpgate
