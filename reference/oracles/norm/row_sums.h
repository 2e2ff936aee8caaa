#pragma once
// Exact sums of a row of doubles and of their squares, and what bounds need to know of the row.
//
// Where all numbers are multiples of 2^q below 2^(q + 62), which most rows are, they are integers of 64 bits
// and their sums integers of 128 bits and a carry; below 2^(q + 51) row_kernels.h adds them. Else they are
// added in bins by exponent: bin b counts multiples of 2^(32 b), in which numbers of 53 bits shifted by at
// most 31 leave room for 2^43 additions.
#include <cstdint>
#include <optional>
#include <span>

#include "reference/exact/exact.h"
#include "reference/oracles/norm/row_kernels.h"
#include "reference/oracles/norm/wide_integer.h"

namespace ulpgate {

struct RowSums {
  bool any_nan = false;
  bool any_positive_infinity = false;
  bool any_negative_infinity = false;

  // Where none of these is set:
  bool all_zero = true;
  RowRange range;
  /// Of a row of integers of 64 bits, in units of 2^unit and of 2^(2 unit); of others the next two.
  struct Integers {
    products::Int128 sum = 0;
    WideInteger squares;
    int unit = 0;
  };
  std::optional<Integers> integers;
  struct Binned {
    Exact sum, squares;
  };
  std::optional<Binned> binned;
  double magnitude = 0;  ///< at least the sum of |x|, by less than 2^-30 of it more; may be infinite
  double lowest = 0, highest = 0;
  /// Every number is a multiple of 2^quantum; of a row of zeros, more than any exponent.
  int quantum = 1 << 20;

  Exact sum() const;
  Exact squares() const;
  bool all_finite() const { return !any_nan && !any_positive_infinity && !any_negative_infinity; }
};

/// At most 2^30 numbers.
RowSums row_sums(std::span<const double> x);
/// What row_sums gives, by bins whatever the range: for tests.
RowSums row_sums_in_bins(std::span<const double> x);

}  // namespace ulpgate
