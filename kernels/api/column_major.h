#pragma once
// For adapters of libraries that know column-major results alone: a gemm as D' = X * Y with D' column-major.
// Where D is row-major, D' is its transpose, X is B's and Y is A's.
#include <cstdint>
#include <string_view>

#include "kernels/api/gemm_call.h"

namespace ulpgate {

struct ColumnMajorOperand {
  std::string_view role;    ///< of the tensor that it is: "a" or "b"
  bool transposed = false;  ///< its rows lie side by side, where the library expects columns
  std::int64_t leading_dimension = 1;
  std::int64_t batch_stride = 0;
};

struct ColumnMajorGemm {
  std::int64_t batch = 0, m = 0, n = 0, k = 0;  ///< X is m x k, Y is k x n
  ColumnMajorOperand x, y;
  std::int64_t d_leading_dimension = 1;
  std::int64_t d_batch_stride = 0;
  bool swapped = false;  ///< D is row-major
};

/// Status::unsupported, with a sentence, where strides are no leading dimensions, a batch stride is negative,
/// or a number does not fit 31 bits.
Reply to_column_major(const GemmCall& gemm, ColumnMajorGemm& out);

}  // namespace ulpgate
