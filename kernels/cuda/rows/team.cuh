#pragma once
// Threads that work on a row together, and what they know together: all of them get the same bits.
#include <ulpgate/simt.h>

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

inline constexpr unsigned all_lanes = 0xFFFFFFFFU;

/// The value of the lane whose number differs in bit `o`.
__device__ __forceinline__ float exchanged(float x, int o) { return __shfl_xor_sync(all_lanes, x, o); }
__device__ __forceinline__ unsigned exchanged(unsigned x, int o) { return __shfl_xor_sync(all_lanes, x, o); }

/// combine(a, b), a of the lower lanes, over a warp.
template <class T, class Combine>
__device__ __forceinline__ T over_warp(T x, const Combine& combine) {
  for (int o = 1; o < 32; o *= 2) {
    const T other = exchanged(x, o);
    x = (threadIdx.x & static_cast<unsigned>(o)) != 0 ? combine(other, x) : combine(x, other);
  }
  return x;
}

/// A warp of a block whose warps have a row each.
struct WarpTeam {
  __device__ static int index() { return static_cast<int>(threadIdx.x % 32); }
  __device__ static int size() { return 32; }
  template <class T, class Combine>
  __device__ static T over_all(T x, const Combine& combine) {
    return over_warp(x, combine);
  }
};

/// A block; its threads are whole warps.
struct BlockTeam {
  __device__ static int index() { return static_cast<int>(threadIdx.x); }
  __device__ static int size() { return static_cast<int>(blockDim.x); }
  template <class T, class Combine>
  __device__ static T over_all(T x, const Combine& combine) {
    SIMT_SHARED(T, of_warp, [32]);
    x = over_warp(x, combine);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = x;
    __syncthreads();
    x = of_warp[0];
    for (unsigned w = 1; w < blockDim.x / 32; ++w) x = combine(x, of_warp[w]);
    // The next use of this memory waits for the last reader of this one.
    __syncthreads();
    return x;
  }
};

template <class Team>
__device__ __forceinline__ float sum_of(float x) {
  return Team::over_all(x, [](float a, float b) { return __fadd_rn(a, b); });
}
/// NaN is no maximum.
template <class Team>
__device__ __forceinline__ float largest_of(float x) {
  return Team::over_all(x, [](float a, float b) { return fmaxf(a, b); });
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
