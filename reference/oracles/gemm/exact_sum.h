#pragma once
// One sum by integers of any size: for elements that need it, and for significands beyond 62 bits.
#include "reference/exact/exact.h"
#include "reference/oracles/gemm.h"
#include "reference/oracles/gemm/magnitude.h"
#include "reference/oracles/gemm/method.h"

namespace ulpgate::products {

struct ExactSum {
  Exact value;      ///< NaN and infinities included; a zero sum is +0
  Exact magnitude;  ///< sum of |a * b|; meaningful where value is finite
};

ExactSum exact_sum(const ProductProblem& problem, std::int64_t b, std::int64_t i, std::int64_t j);

/// For significands that no other method holds. `problem` must be alive as long as the result.
std::unique_ptr<SumMethod> make_unbounded(const ProductProblem& problem, std::int64_t b);
std::unique_ptr<Magnitudes> make_unbounded_magnitudes(const ProductProblem& problem, std::int64_t b);

}  // namespace ulpgate::products
