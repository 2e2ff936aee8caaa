#pragma once
// From an exact sum of products to the exact value of alpha * sum + beta * c + bias.
#include "reference/exact/exact.h"
#include "reference/oracles/gemm.h"

namespace ulpgate {

/// enclosure * factor, enclosure + enclosure. Where the parts fit, radius stays 0: products and sums of
/// doubles are taken apart without error (Dekker 1971, Knuth: two-product by fma, two-sum), and what is left
/// over goes into radius. Finite values only.
Enclosure times(const Enclosure& x, double factor);
Enclosure plus(const Enclosure& x, const Enclosure& y);
/// factor * value, both doubles.
Enclosure product(double factor, double value);

/// What is added to a sum of products; doubles hold every such code exactly.
struct Epilogue {
  double alpha = 1;
  double beta = 0;
  double c = 0;
  double bias = 0;
};

/// Every part must be finite.
Enclosure gemm_value(const Enclosure& sum, const Epilogue& e);
Exact gemm_value(const Exact& sum, const Epilogue& e);

/// Lower and upper end of [x - error, x + error], rounded outwards by less than 2^-51 of the larger of |x|
/// and error.
struct Interval {
  double low = 0;
  double high = 0;
};
Interval widened(const Enclosure& x, double error);

}  // namespace ulpgate
