#pragma once
// One-hot operands that show where every element of A, B, C and the scales goes.
//
// An element's place is a number, written in base 4; a probe of one matrix gives each element one digit, plus
// 1, as its value, and makes the other operand an identity that carries each to an element of D of its own. k
// may need several identities. D is then known for every place, and an element that went elsewhere differs in
// at least one of the digits.
#include <cstdint>

#include "suites/mma/mma_case.h"

namespace ulpgate::mma {

/// How many probes cover every place of every matrix of the offer.
std::uint64_t probe_count(const MmaOffer& offer);
/// Sets the operands of probe number `index` (modulo probe_count).
void set_probe(const MmaOffer& offer, std::uint64_t index, MmaInputs& inputs);

}  // namespace ulpgate::mma
