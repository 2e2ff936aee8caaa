#pragma once
// Which matrix products are measured.
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/cuda/gemm/gemm.h"

namespace ulpgate::cuda::bench {

struct GemmShape {
  std::int64_t m, n, k;
};

/// What a product takes and gives; alpha is 1, beta 0.
struct GemmFormatsUsed {
  ElementFormat a, b, accumulator, d;
  friend bool operator==(const GemmFormatsUsed&, const GemmFormatsUsed&) = default;
};

struct GemmCase {
  GemmKernel kernel;
  GemmFormatsUsed formats;
  GemmShape shape;
  int split_k = 1;

  /// Without places in memory.
  GemmProblem problem() const;
};

/// Every kernel that `architecture` (90 for sm_90) uses, with each shape: large, small, tall, skinny, and
/// deep with and without parts of k. Cases of the same operands are neighbours, and the large shape comes
/// first.
std::vector<GemmCase> gemm_cases(int architecture);

/// "wgmma m64n64k32, promotion 128, split 16"
std::string name_of(const GemmCase& c);
/// "4096 x 4096 x 4096"
std::string text(const GemmShape& shape);
/// "e4m3 e4m3 fp32 bf16": A, B, accumulator, D
std::string text(const GemmFormatsUsed& formats);

}  // namespace ulpgate::cuda::bench
