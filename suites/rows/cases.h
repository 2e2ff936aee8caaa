#pragma once
// The cases of the properties that all operations on rows share: fixed ones, and what RapidCheck draws.
#include "suites/rows/property.h"

namespace ulpgate::rows {

/// A number by tier.
std::size_t at_tier(Tier tier, std::size_t smoke, std::size_t standard, std::size_t full);

/// A NaN (0), +infinity (1) or -infinity (2) of the format; nullopt where it has none.
std::optional<std::uint64_t> special_code(const Format& f, int which);

/// Whether an input may be that NaN or infinity: of a forward's results that come back, those that it can
/// give.
bool can_be(const RowsOffer& offer, std::size_t tensor, int which);

/// Whether the operation works on {outer, n, inner}.
bool has_inner(const RowsOffer& offer);

Cases accuracy_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases length_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
/// Ends of the extent and of its quarters.
std::vector<std::int64_t> places_that_count(std::int64_t extent);
/// Whether the operation adds something up along its rows.
bool adds_up_rows(const RowsOffer&);

Cases long_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases tall_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
/// Of offers with a causal mask.
Cases causal_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases empty_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases stride_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases align_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases alias_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases write_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases read_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases index_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases repeat_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases row_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases special_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases amax_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases output_scale_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
/// Of every family, for what rows of gradients add up to.
Cases identity_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);
Cases equal_cases(const Definition&, const RowsOffer&, Tier, std::uint64_t seed);

/// Any length up to 300, any family that accuracy is judged on.
RowsCase draw_accuracy(const Definition&, const RowsOffer&, std::uint64_t seed, int size);
/// Any layout.
RowsCase draw_layout(const Definition&, const RowsOffer&, std::uint64_t seed, int size);
/// NaN and infinities planted.
RowsCase draw_special(const Definition&, const RowsOffer&, std::uint64_t seed, int size);

}  // namespace ulpgate::rows
