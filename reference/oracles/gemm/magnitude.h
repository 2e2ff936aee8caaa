#pragma once
// Upper bounds of sums of |a * b|, close ones, in floating point.
//
// The factors are rounded up to so few bits that each product is exact (12 bits in fp32, where no significand
// has more, so nothing is rounded; 26 in fp64, each too large by at most 2^-24 of itself). Lines are scaled
// by powers of two so that factors are at most 1. A sum of n numbers >= 0 in any order in arithmetic with
// rounding unit u is at least (1 - (n - 1) u) times the true one, and at most (1 + (n - 1) u) times it, up to
// terms of u^2 (Higham, Accuracy and Stability of Numerical Algorithms, section 4.2). Blocks of 256 products
// in fp32 are within 255 * 2^-24 < 2^-16, and their sum in fp64, for k below 2^39, within 2^-22. Multiplied
// by 1 + 2^-15 the result is never below the true sum, and never above it by more than
// 2^-15 + 2^-16 + 2^-20 < 2^-14 of it. Products do not underflow where the lines' widths together are at most
// 126 (fp32) or 1000 (fp64) bits; beyond, each sum is scaled by its own largest product.
#include <cstdint>
#include <memory>

#include "reference/oracles/gemm/lines.h"

namespace ulpgate::products {

class Magnitudes {
 public:
  virtual ~Magnitudes() = default;
  /// Rows [first, first + count), packed.
  virtual void fill(std::int64_t first, std::int64_t count, double* rows) const = 0;
};

/// No line may be too wide (Lines::too_wide).
std::unique_ptr<Magnitudes> make_magnitudes(const Lines& a, const Lines& b, unsigned threads);

/// value * 2^exponent, rounded up where it is tiny.
double scaled_up(double value, int exponent);

}  // namespace ulpgate::products
