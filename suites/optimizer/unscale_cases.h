#pragma once
// The cases of unscale_check.
#include "suites/rows/cases.h"

namespace ulpgate::optimizer {

/// Published gradients and scales, and every family at scales of all kinds.
rows::Cases scale_cases(const rows::Definition&, const rows::RowsOffer&, Tier, std::uint64_t seed);
/// One gradient that is not finite, at the ends of everything; and none.
rows::Cases found_cases(const rows::Definition&, const rows::RowsOffer&, Tier, std::uint64_t seed);
/// Flags that are set before.
rows::Cases keep_cases(const rows::Definition&, const rows::RowsOffer&, Tier, std::uint64_t seed);
/// Gradients that are not finite before or after unscaling alone.
rows::Cases after_cases(const rows::Definition&, const rows::RowsOffer&, Tier, std::uint64_t seed);
/// A scale of 1, and NaN of every kind.
rows::Cases one_cases(const rows::Definition&, const rows::RowsOffer&, Tier, std::uint64_t seed);
rows::Cases size_cases(const rows::Definition&, const rows::RowsOffer&, Tier, std::uint64_t seed);
rows::Cases long_cases(const rows::Definition&, const rows::RowsOffer&, Tier, std::uint64_t seed);
rows::Cases sparse_cases(const rows::Definition&, const rows::RowsOffer&, Tier, std::uint64_t seed);

rows::RowsCase draw_scale(const rows::Definition&, const rows::RowsOffer&, std::uint64_t seed, int size);
rows::RowsCase draw_found(const rows::Definition&, const rows::RowsOffer&, std::uint64_t seed, int size);

}  // namespace ulpgate::optimizer
