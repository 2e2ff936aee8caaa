#pragma once
// A device that is none: its memory is the host's. Faults can be ordered.
#include <cstddef>
#include <cstdint>
#include <library_types.h>

#include "reference/formats/format.h"

namespace ulpgate::fake {

struct Orders {
  int cuda_error = 0;             ///< what the next synchronisation reports, a cudaError_t
  std::ptrdiff_t stray_byte = 0;  ///< where, from the end of D, the next product writes one byte too many
  bool change_input = false;      ///< the next product writes to its first operand
  int devices = 1;                ///< in the machine; CUDA_VISIBLE_DEVICES may hide some
};

Orders& orders();
/// Blocks of device memory that are not freed.
int blocks();

/// op(X) * op(Y) into a column-major D, in double; alpha 0 skips, beta 0 does not read C.
struct Product {
  struct Matrix {
    const void* data;
    cudaDataType_t type;
    std::int64_t leading_dimension, batch_stride;
    bool transposed;
  };
  std::int64_t batch, m, n, k;
  Matrix x, y, c, d;
  double alpha, beta;
  const void* bias = nullptr;  ///< one for each row of D, in D's type
};

void run(const Product& product);
double read(cudaDataType_t type, const void* data, std::int64_t element);
std::size_t bytes(cudaDataType_t type);

}  // namespace ulpgate::fake
