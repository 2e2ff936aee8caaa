#pragma once
// Which k comes first in an mma. One-hot factors say which k of A meets which k of B, but not which number a
// k has: A and B with their k permuted alike pass. The number shows where the sum is done in steps, by probes
// whose sum depends on the step that a product is in. Within a step the sum does not depend on the order, so
// a permutation there stays invisible, as it does with integers; it has no effect on any result either.
#include <vector>

#include "kernels/executor/tests/fragments/mma_check.h"

namespace fragment_test {

/// The step of the sum that has product k, counted from 0. Of tensor cores as measured (8-bit floating point
/// on sm_90 and sm_100 with k16 or two formats: by analogy); the PTX ISA leaves the order open, so on a
/// device a mismatch here alone is one of arithmetic, not of layout.
int step_of(const Mma& instruction, int architecture, int k);

/// For every two k, a sum of a large product at one, what cancels it, and a small product at the other: small
/// if the large one's step is before the small one's, otherwise 0. None for integers.
std::vector<Probe> k_order_probes(const Mma& instruction, int architecture);

}  // namespace fragment_test
