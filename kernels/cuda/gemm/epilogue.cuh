#pragma once
// From a sum to an element of D; gemm.h has the roundings.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/elements.cuh"
#include "kernels/cuda/gemm/arguments.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

__device__ __forceinline__ std::int64_t element_index(const GemmMatrix& x, std::int64_t problem,
                                                      std::int64_t row, std::int64_t column) {
  return problem * x.batch_stride + row * x.row_stride + column * x.column_stride;
}

/// What a thread writes, and the largest magnitude that it saw.
class Epilogue {
 public:
  __device__ explicit Epilogue(const GemmArguments& g) : g_(g) {}

  __device__ void write(std::int64_t problem, std::int64_t row, std::int64_t column, float sum) {
    const GemmProblem& p = g_.problem;
    float x = 0;
    if (p.beta != 0)
      x = __fmul_rn(p.beta, load_element(p.c.format, p.c.data, element_index(p.c, problem, row, column)));
    if (g_.sums) {
      const float factor = factor_of(problem);
      x = p.beta != 0 ? fmaf(factor, sum, x) : __fmul_rn(factor, sum);
    }
    if (p.bias.data != nullptr)
      x = __fadd_rn(x, load_element(p.bias.format, p.bias.data, column * p.bias.stride));
    // One NaN, whatever came in.
    if (x != x) x = __int_as_float(0x7FFFFFFF);
    const unsigned magnitude = static_cast<unsigned>(__float_as_int(x)) & 0x7FFFFFFFu;
    largest_ = magnitude > largest_ ? magnitude : largest_;
    store_element(p.d.format, p.d.data, element_index(p.d, problem, row, column), x);
  }

  __device__ void write(std::int64_t problem, std::int64_t row, std::int64_t column, int sum) {
    const GemmProblem& p = g_.problem;
    // Unsigned numbers wrap.
    unsigned x = 0;
    if (p.integer_beta != 0)
      x = static_cast<unsigned>(p.integer_beta) *
          static_cast<unsigned>(static_cast<const int*>(p.c.data)[element_index(p.c, problem, row, column)]);
    if (g_.sums) x += static_cast<unsigned>(p.integer_alpha) * static_cast<unsigned>(sum);
    static_cast<int*>(p.d.data)[element_index(p.d, problem, row, column)] = static_cast<int>(x);
  }

  /// By all threads of the block, when they have written everything.
  __device__ void finish() const {
    if (g_.problem.largest == nullptr) return;
    unsigned largest = largest_;
    for (int distance = 16; distance > 0; distance /= 2) {
      const unsigned other = __shfl_xor_sync(0xFFFFFFFFu, largest, distance);
      largest = other > largest ? other : largest;
    }
    // Magnitudes have the order of their bits.
    if (threadIdx.x % 32 == 0) atomicMax(reinterpret_cast<unsigned*>(g_.problem.largest), largest);
  }

 private:
  __device__ float factor_of(std::int64_t problem) const {
    const GemmProblem& p = g_.problem;
    float factor = p.alpha;
    if (p.a_scale.data != nullptr)
      factor = __fmul_rn(factor, p.a_scale.data[problem * p.a_scale.batch_stride]);
    if (p.b_scale.data != nullptr)
      factor = __fmul_rn(factor, p.b_scale.data[problem * p.b_scale.batch_stride]);
    return factor;
  }

  const GemmArguments& g_;
  unsigned largest_ = 0;
};

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
