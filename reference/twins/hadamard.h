#pragma once
// The second, slow reading of the Hadamard transform: the matrix by doubling, numbers as rational ones.
#include <array>
#include <cstdint>
#include <vector>

#include "reference/twins/values.h"

namespace ulpgate {

/// Of sixteen fp32 codes, with -1 on the diagonal where `signs` has a bit.
std::vector<TwinValue> twin_hadamard(const std::array<std::uint32_t, 16>& x, std::uint32_t signs);

}  // namespace ulpgate
