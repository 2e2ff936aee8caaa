#pragma once
// The Hadamard transform: half a warp a group of sixteen, four exchanges.
#include "kernels/cuda/quantize/walk.cuh"
#include "kernels/cuda/rows/element.cuh"
#include "kernels/cuda/rows/team.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

template <class X>
__global__ void hadamard_groups(const HadamardProblem p) {
  const std::int64_t across = p.columns / 16, all = p.rows * across;
  const std::int64_t step = all_threads() / 16;
  const int lane = static_cast<int>(threadIdx.x % 16);
  // Whole warps stay together for the exchanges.
  for (std::int64_t group = first_of_thread() / 16; group - (threadIdx.x % 32) / 16 < all; group += step) {
    const bool has = group < all;
    const std::int64_t row = has ? group / across : 0, column = has ? group % across * 16 + lane : lane;
    float v = has ? to_float(at<X>(p.x, row, column)) : 0;
    if ((p.signs >> lane & 1U) != 0) v = -v;
    for (int bit = 1; bit < 16; bit *= 2) {
      const float other = exchanged(v, bit);
      v = (lane & bit) != 0 ? __fsub_rn(other, v) : __fadd_rn(v, other);
    }
    if (has) set(at<X>(p.y, row, column), __fmul_rn(v, 0.25F));
  }
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
