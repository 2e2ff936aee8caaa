#pragma once
// Operands of one instruction: small whole numbers, so that D is exact.
#include <cstddef>
#include <vector>

#include "kernels/cuda/mma/offers.h"

namespace ulpgate::cuda::kernel_test {

struct MmaOperands {
  explicit MmaOperands(const MmaVariant& variant);
  /// Expects A * B + C in `d`.
  void expect_product() const;

  const MmaVariant& variant;
  std::vector<std::byte> a, b, c, d;  ///< packed, row-major
};

}  // namespace ulpgate::cuda::kernel_test
