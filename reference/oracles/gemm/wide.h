#pragma once
// Sums of any range: products in bins by exponent, read out at the end as one long integer.
#include "reference/oracles/gemm/binning.h"
#include "reference/oracles/gemm/method.h"

namespace ulpgate::products {

/// Nanoseconds a sum, roughly; negative where significands are too wide for bins.
double wide_cost(const Lines& a, const Lines& b);

/// wide_cost must not be negative. Both operands must be alive as long as the method.
std::unique_ptr<SumMethod> make_wide(const Lines& a, const Lines& b, unsigned threads);

}  // namespace ulpgate::products
