#pragma once
// The second matrix product: element by element, on rational numbers, from the definition of a sum of
// products. Shares nothing with oracles/gemm/ but the description of the problem, and exists to convict it.
#include <cstdint>

#include "reference/oracles/gemm.h"
#include "reference/twins/rational.h"

namespace ulpgate {

struct TwinSum {
  SumClass sum_class = SumClass::finite;
  Rational sum = 0;        ///< class finite
  Rational magnitude = 0;  ///< sum of |a * b|; class finite
};

TwinSum twin_product_sum(const ProductProblem& problem, std::int64_t b, std::int64_t i, std::int64_t j);

}  // namespace ulpgate
