#pragma once
// A GEMM as a black box: codes in, codes out, and nothing else known of it.
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kernels/api/implementation.h"

namespace ulpgate::probe {

/// D = A * B with alpha 1 and beta 0. A (m x k) and B (k x n) are dense and row-major.
struct GemmProblem {
  std::int64_t m = 0, n = 0, k = 0;
  std::span<const std::uint64_t> a, b;
  /// By how much the leading dimensions of A, B and D exceed what they must be.
  std::int64_t pad = 0;
};

struct GemmAnswer {
  std::vector<std::uint64_t> d;  ///< m x n, row-major
  std::string refused;           ///< "failed: reason", "was refused as invalid"; empty when there is d
};

struct GemmBox {
  const Format* a = nullptr;
  const Format* b = nullptr;
  const Format* d = nullptr;
  std::function<GemmAnswer(const GemmProblem&)> run;
};

/// An offer of `gemm`, called with batch 1; scales are 1, the bias is 0. The implementation must outlive the
/// box. Throws std::invalid_argument where the offer is of another operation or does not name its formats.
GemmBox gemm_box(Implementation& implementation, const Offer& offer);

}  // namespace ulpgate::probe
