#pragma once
// A row whose results are multiplied by a number before they are rounded to the output's format: what narrow
// formats need.
//
// With s the number, r the result and |r' - r| <= e as the row's own bound says, the accumulator has fl(r'
// s') with s' = s (1 + d), |d| <= u, d = 0 where it holds s. So |fl(r' s') - r s| <= |s| e + |d| |s| (|r| +
// e) and the rounding of that product, none where s is 1, or a power of two and the product normal.
#include <memory>

#include "reference/bounds/row_arithmetic.h"
#include "reference/oracles/row_oracle.h"

namespace ulpgate {

/// Output 0 of `row` times `scale`; its other outputs as they are. The row's bound must count the rounding of
/// its last operation.
std::unique_ptr<RowOracle> scaled_row(std::unique_ptr<RowOracle> row, double scale,
                                      const RowArithmetic& arithmetic);

}  // namespace ulpgate
