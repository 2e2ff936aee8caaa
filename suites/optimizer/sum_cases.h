#pragma once
// Cases of sums over many tensors or micro-batches in which one term counts, so that no bound hides that it
// is lost.
#include "suites/rows/cases.h"

namespace ulpgate::optimizer {

/// Of accumulate: one heavy micro-batch among zeros, first, last and between; a heavy main; micro-batches of
/// one size; sums that are subnormal.
rows::Cases micro_batch_cases(const rows::Definition&, const rows::RowsOffer&, Tier, std::uint64_t seed);
/// Of norms: one heavy tensor among zeros, and gradients that are all tiny.
rows::Cases tensor_cases(const rows::Definition&, const rows::RowsOffer&, Tier, std::uint64_t seed);

}  // namespace ulpgate::optimizer
