#pragma once
// For adapters: a call of `gemm`, understood. D = alpha * A * B + beta * C for each problem of the batch;
// ulpgate/plugin.h has the rules.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/api/implementation.h"

namespace ulpgate {

/// One matrix of each problem. Strides are in elements and may be anything.
struct CallMatrix {
  const Format* format = nullptr;
  std::byte* data = nullptr;  ///< element (0, 0) of problem 0
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t batch_stride = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;

  std::byte* at(std::int64_t problem, std::int64_t row = 0, std::int64_t column = 0) const {
    return data + (problem * batch_stride + row * row_stride + column * column_stride) *
                      static_cast<std::int64_t>(format->bytes());
  }
  /// The element's code, and all the bits of its bytes.
  std::uint64_t get(std::int64_t problem, std::int64_t row, std::int64_t column) const;
  void set(std::int64_t problem, std::int64_t row, std::int64_t column, std::uint64_t code) const;
  CallMatrix transposed() const;
};

struct GemmCall {
  std::int64_t batch = 0, m = 0, n = 0, k = 0;
  CallMatrix a, b, c, d;
  std::optional<CallMatrix> bias;  ///< 1 x n, the same for every problem
  std::optional<CallMatrix> a_scale, b_scale;
  std::optional<CallMatrix> amax;  ///< 1 x 1, an output; written where D is empty, too
  double alpha = 0, beta = 0;      ///< exact but for int64, which is rounded

  /// Whether D has no element: there is nothing to do.
  bool empty() const { return batch == 0 || m == 0 || n == 0; }
};

/// Fills `gemm`. Status::invalid with a sentence where a tensor or scalar is missing, or its rank, shape,
/// format or memory is wrong; extents of scales are left to check_scale.
Reply understand_gemm(const Call& call, GemmCall& gemm);

/// Status::invalid unless `scale` has one element for each block of `operand`. A block of 0 rows and 0
/// columns is the whole matrix.
Reply check_scale(std::string_view role, const CallMatrix& scale, const CallMatrix& operand,
                  std::int64_t block_rows, std::int64_t block_columns);

/// A layout that BLAS knows: one stride is 1, the other, the leading dimension, at least as long as a line.
struct BlasLayout {
  bool row_major = true;  ///< elements of a row lie side by side; else those of a column
  std::int64_t leading_dimension = 1;
};

/// nullopt where the strides are no such layout. Strides that no element depends on are not looked at; where
/// both layouts fit, row_major.
std::optional<BlasLayout> blas_layout(const CallMatrix& matrix);

/// Copies every element of C to D, for libraries that update C in place. Nothing where they are the same
/// memory. C and D must have the same format.
void copy_c_to_d(const GemmCall& gemm);

}  // namespace ulpgate
