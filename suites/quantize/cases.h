#pragma once
// Cases that several operations share.
#include "suites/quantize/property.h"

namespace ulpgate::blocks {

/// A number by tier.
std::size_t at_tier(Tier tier, std::size_t smoke, std::size_t standard, std::size_t full);

BlocksCase plain_case(std::int64_t rows, std::int64_t columns, Family family, std::uint64_t seed);

/// Extents that blocks of the offer divide into several, short ones at the ends; columns are a multiple of 16
/// for hadamard, rows at least 1 for a history.
BlocksCase shaped(const BlocksOffer& o, std::int64_t block_rows, std::int64_t block_columns, Family family,
                  std::uint64_t seed);

/// Elements of a block along a row, and the rows of one; of whole rows, columns and tensors as many as are
/// worth trying.
std::int64_t block_columns(const BlocksOffer& o);
std::int64_t block_rows(const BlocksOffer& o);

/// NaNs of both signs and several payloads, and the infinities of the format, where it has them.
std::vector<std::uint64_t> special_codes(const Format& f);

Cases empty_cases(const BlocksOffer&, Tier, std::uint64_t seed);
Cases stride_cases(const BlocksOffer&, Tier, std::uint64_t seed);
Cases conduct_cases(const BlocksOffer&, Tier, std::uint64_t seed);
BlocksCase draw_layout(const BlocksOffer&, std::uint64_t seed, int size);
/// Special values at every place of a block, and of one that is short.
Cases special_cases(const BlocksOffer&, Tier, std::uint64_t seed);
/// Blocks of unlike sizes at every edge.
Cases edge_cases(const BlocksOffer&, Tier, std::uint64_t seed);
/// More rows, and more columns, than a grid has blocks along y; the last one matters.
Cases grid_cases(const BlocksOffer&, Tier, std::uint64_t seed);
/// Any shape, any family.
BlocksCase draw_case(const BlocksOffer&, std::uint64_t seed, int size);

inline constexpr Family all_families[] = {Family::uniform, Family::blocks, Family::spread, Family::thresholds,
                                          Family::ties,    Family::steps,  Family::tiny,   Family::large};

}  // namespace ulpgate::blocks
