#pragma once
// Dots that tell arithmetics apart, made from the formats' own ranges. They follow the published probes:
// M. Fasi, N. Higham, M. Mikaitis, S. Pranesh (PeerJ CS 7:e330), FTTN (arXiv 2403.00232), MMA-Sim (arXiv
// 2511.10909), FPRev; each family is what one or more of those become for any pair of formats.
//
// Where a format cannot hold a dot, the dot is left out: a family may be empty. Floating formats, except
// where said.
#include <cstdint>
#include <vector>

#include "suites/probe/instruction.h"
#include "suites/probe/parameters.h"

namespace ulpgate::probe {

using Dots = std::vector<Dot>;

/// NaN and infinities in every place, zeros of both signs.
Dots special_dots(const Signature& signature);

/// One product, in the last place, and an accumulator of at most one fraction bit: whatever the steps before
/// do, the last one sees both. Distances of -45 to 45 binades, all at or above 2^0.
Dots pair_dots(const Signature& signature);
/// Those with products of one fraction bit at most; the product below the accumulator, or above it.
Dots plain_pair_dots(const Signature& signature, bool below);

/// An accumulator, a product of half the last of so many fraction bits, and a small term that settles the
/// tie.
Dots tie_dots(const Signature& signature, int output_bits);

/// u - u and a small term t binades below, which shows what alignment keeps; the places of the three
/// products.
struct Places {
  int plus;
  int minus;
  int small;
};
Dots cancel_dots(const Signature& signature, Places places);

/// Many equal products with a small term below them: results with more leading bits than any term.
Dots tall_dots(const Signature& signature);

/// u and -u in every two neighbouring places, in the first and every other, and a small term t binades below
/// in the accumulator or in another place: which products share a step.
Dots tree_dots(const Signature& signature, const std::vector<int>& distances);

/// All places filled, exponents within windows of several widths at or above 2^0, some in opposite pairs.
Dots dense_dots(const Signature& signature, int count, std::uint64_t seed);

/// Products and accumulators around the smallest results that keep so many fraction bits, from normal
/// operands where there are such.
Dots low_dots(const Signature& signature, int output_bits);

/// Subnormal operands as the largest term of a sum.
Dots subnormal_input_dots(const Signature& signature);
Dots subnormal_accumulator_dots(const Signature& signature, int output_bits);

/// Results around the largest finite one.
Dots overflow_dots(const Signature& signature);

/// Everything above with scales other than 1; empty without scales.
Dots scale_dots(const Signature& signature, int count, std::uint64_t seed);

/// Integers: the largest sums of both signs, around the ends of the accumulator.
Dots integer_dots(const Signature& signature);

/// Random bits, random finite numbers, small numbers, sparse rows, opposite pairs. Any formats.
Dots random_dots(const Signature& signature, int count, std::uint64_t seed);

/// Random dots near the borders that `arithmetic` draws: fraction bits, floor, smallest results.
Dots focused_dots(const Signature& signature, const Arithmetic& arithmetic, int count, std::uint64_t seed);

}  // namespace ulpgate::probe
