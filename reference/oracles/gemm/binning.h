#pragma once
// How wide sums are kept: in bins of `step` exponents each.
//
// A factor significand * 2^exponent becomes (significand << (d % step), d / step), d = exponent less the
// line's lowest; a product goes to the bin whose index is the sum of both quotients, and bin q counts
// 2^(step * q). Only the bins' words must not overflow: after `additions` products their high bits are
// carried on.
#include <cstdint>

#include "reference/oracles/gemm/lines.h"

namespace ulpgate::products {

struct Binning {
  int step = 0;                ///< 2, 4, 8, 16 or 32; 0 says that none fits
  std::int64_t additions = 0;  ///< products between two carries
  int bins = 0;                ///< for the widest lines
  double cost = 0;             ///< nanoseconds a sum, roughly, as choose_method counts them

  /// Bins that 32 (64) bits span: what is carried goes so far.
  int bins_of_limb() const { return 32 / step; }
};

/// The cheapest binning into words of 64 bits (128 bits); step 0 where the significands are too wide.
Binning binning_32(const Lines& a, const Lines& b);
Binning binning_64(const Lines& a, const Lines& b);

}  // namespace ulpgate::products
