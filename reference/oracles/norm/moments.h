#pragma once
// What a norm computes of its row's sums, from integers without a heap.
#include <cstddef>
#include <optional>

#include "reference/exact/enclosure.h"
#include "reference/oracles/norm/row_sums.h"

namespace ulpgate {

/// Of n numbers x.
struct NormMoments {
  Enclosure sum;
  Enclosure square;    ///< n^2 (variance + eps), variance that of rms_norm where it is not centred
  double total = 0;    ///< the sum, rounded; as the others infinite beyond double's range
  double spread = 0;   ///< n^2 variance, within 2^-50 of itself, and not 0 where it is more
  double squares = 0;  ///< sum of x^2, likewise
};

/// None where they need more than 256 bits, or more than doubles have.
std::optional<NormMoments> integer_moments(const RowSums::Integers& sums, std::size_t n, double eps,
                                           bool centred);

}  // namespace ulpgate
