#pragma once
// What every method is to the oracle: something that fills rows of sums.
#include <cstdint>
#include <memory>

#include "reference/oracles/gemm/leading.h"
#include "reference/oracles/gemm/lines.h"

namespace ulpgate::products {

/// Rows of the result, n sums each, packed.
struct SumRows {
  double* high;
  double* low;
  std::uint8_t* flags;

  void set(std::int64_t place, const Leading& sum) const {
    high[place] = sum.high;
    low[place] = sum.low;
    flags[place] = sum.flags;
  }
};

/// Facts for the certificate.
struct MethodFacts {
  std::int64_t matrix_products = 0;
  std::int64_t rows_checked = 0;
  std::int64_t rows_refuted = 0;
};

class SumMethod {
 public:
  virtual ~SumMethod() = default;
  /// The sums of rows [first, first + count) of A with all columns of B. Many threads may call at once, for
  /// rows of their own.
  virtual void fill(std::int64_t first, std::int64_t count, const SumRows& rows) = 0;
  /// When all rows are filled.
  virtual MethodFacts facts() const { return {}; }
};

}  // namespace ulpgate::products
