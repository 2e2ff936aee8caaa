#pragma once
// How integers are cut so that products of the parts are exact in double.
//
// An integer of w bits becomes n slices: x = sum of slice p * 2^(p * bits), the lower ones balanced, in
// [-2^(bits - 1), 2^(bits - 1)]. Sums of k products of slices stay integers; where k times the largest
// product is at most 2^53, every partial sum, in any order, with fused multiply-adds or without, is a double,
// so nothing is rounded (Ozaki, Ogita, Oishi, Rump, Error-free transformations of matrix multiplication,
// Numer. Algorithms 59, 2012; on integers rather than on floating-point slices, since a line's unit is
// known). Longer sums are cut at `length` and go on in 128 bits.
//
// Two slices each need three products rather than four (Karatsuba): with s = low + high of either operand,
// low * high' + high * low' = s * s' - low * low' - high * high'.
#include <cstdint>
#include <vector>

#include "reference/oracles/gemm/lines.h"

namespace ulpgate::products {

inline constexpr int most_slices = 4;

/// Slices of one operand: `count`, `bits` apart. With `with_sum`, low + high comes after them as another one.
struct Slices {
  int count = 1;
  int bits = 0;
  bool with_sum = false;

  int matrices() const { return count + (with_sum ? 1 : 0); }
};

/// One product of slices; what it counts in the sum: 2^shift.
struct SliceProduct {
  int a;
  int b;
  int shift;
};

struct Slicing {
  Slices a = {};
  Slices b = {};
  std::int64_t length = 0;  ///< k of an exact product; 0 says that no slicing serves
  double cost = 0;          ///< nanoseconds a sum, roughly, as choose_method counts them

  bool karatsuba() const { return a.with_sum; }
  /// Karatsuba's: high * high', low * low', s * s'.
  std::vector<SliceProduct> products() const;
};

/// The cheapest slicing of two operands in fixed point (fits_fixed_point).
Slicing choose_slicing(const Lines& a, const Lines& b);

}  // namespace ulpgate::products
