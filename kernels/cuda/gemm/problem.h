#pragma once
// What a matrix product is, for kernels and their callers: D = alpha * A * B + beta * C + bias, `batch`
// times.
#include <cstdint>

#include "kernels/cuda/element_format.h"

namespace ulpgate::cuda {

/// Strides are in elements; any, zero and negative ones included. Aligned to an element and no more.
struct GemmMatrix {
  void* data = nullptr;  ///< element (0, 0) of problem 0
  std::int64_t batch_stride = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;
  ElementFormat format = ElementFormat::fp32;
};

/// One element for each column of D, the same for every problem.
struct GemmBias {
  const void* data = nullptr;  ///< nullptr: none
  std::int64_t stride = 1;
  ElementFormat format = ElementFormat::fp32;
};

/// A factor for a whole operand of each problem.
struct GemmScale {
  const float* data = nullptr;  ///< nullptr: 1
  std::int64_t batch_stride = 0;
};

enum class GemmUnit : std::uint8_t {
  cuda_core,    ///< fmaf in fp32
  tensor_core,  ///< mma.sync
  warp_group,   ///< wgmma, sm_90a
};

struct GemmProblem {
  GemmUnit unit = GemmUnit::tensor_core;
  ElementFormat accumulator = ElementFormat::fp32;  ///< fp32, fp16 or int32
  std::int64_t batch = 1, m = 0, n = 0, k = 0;
  GemmMatrix a;  ///< m x k
  GemmMatrix b;  ///< k x n
  GemmMatrix c;  ///< m x n; not read where beta is 0; may be d with the same strides
  GemmMatrix d;  ///< m x n
  float alpha = 1, beta = 0;
  std::int32_t integer_alpha = 1, integer_beta = 0;  ///< instead, where the accumulator is int32
  GemmBias bias;
  GemmScale a_scale, b_scale;
  /// Where set: raised to the largest magnitude of all D before they are rounded to their format, as the bits
  /// of an fp32; NaN is larger than all. The caller clears it first.
  float* largest = nullptr;
  /// Parts of k, each a chain of its own; ceil(k / split_k) each, rounded up to whole instructions. At
  /// least 1.
  int split_k = 1;
  /// Parts are rounded to D's format before they are added; fp32, fp16, bf16.
  bool partials_in_output = false;
  /// Of warp_group: so many k are one chain, and chains are added in fp32. 0: all k; else 128.
  int promotion = 0;
};

}  // namespace ulpgate::cuda
