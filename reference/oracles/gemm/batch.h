#pragma once
// All sums of one batch index.
#include <cstdint>

#include "reference/oracles/gemm.h"
#include "reference/oracles/gemm/method.h"

namespace ulpgate::products {

/// (m, n), packed.
struct BatchSums {
  SumRows sums;
  double* magnitudes;
};

ProductCertificate fill_batch(const ProductProblem& problem, std::int64_t b, const ProductOptions& options,
                              const BatchSums& out);

void add(ProductCertificate& total, const ProductCertificate& other);

}  // namespace ulpgate::products
