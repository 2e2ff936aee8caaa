#pragma once
// Published inputs that tell instructions apart (fixtures/vectors/tensor_core), on the offers they speak of.
#include <string>
#include <vector>

#include "reference/vectors/dot_vector.h"
#include "suites/mma/mma_case.h"

namespace ulpgate::mma {

/// Lines about the claimed entry that the offer's formats can hold, as cases: every row of A is the line's,
/// so is every column of B, and every accumulator. Empty without a claim, and for a shape whose k is not the
/// entry's largest, which the lines are about. Lines that repeat an instruction until more than `most_work`
/// multiply-adds are done are left out.
std::vector<MmaCase> vector_cases(const MmaOffer& offer, std::int64_t most_work);

/// nullptr where no line stands there.
const DotVector* find_vector(const std::string& place);

/// Sets the operands of an instruction of the line's chain.
void set_vector(const MmaOffer& offer, const std::string& line, int instruction, MmaInputs& inputs);

}  // namespace ulpgate::mma
