#pragma once
// A block's part of D in fp32 registers, and the fmaf that add to it.
#include <ulpgate/simt.h>

#include "kernels/cuda/gemm/padded_tile.cuh"
#include "kernels/cuda/gemm/warp_place.cuh"
#include "kernels/cuda/unroll.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// Each lane holds 8 rows, 4 apart, and 4 columns, 8 apart.
class CudaCoreTile {
 public:
  using Sum = float;
  static constexpr int element_bytes = 4;
  static constexpr int step_k = 1;
  using Tile = PaddedTile<element_bytes>;

  __device__ CudaCoreTile(const GemmArguments& g, int rows, int columns)
      : place_(WarpPlace::of_this_thread(g, rows, columns)) {
    ULPGATE_UNROLL
    for (int i = 0; i < 8; ++i) {
      ULPGATE_UNROLL
      for (int j = 0; j < 4; ++j) sums_[i][j] = 0;
    }
  }

  __device__ static void publish() {}

  __device__ __forceinline__ void multiply(const Tile& a, const Tile& b, int ks) {
    if (place_.is_outside()) return;
    for (int k = 0; k < ks; ++k) {
      float a_elements[8], b_elements[4];
      ULPGATE_UNROLL
      for (int i = 0; i < 8; ++i) a_elements[i] = *reinterpret_cast<const float*>(a.at(row(i), k));
      ULPGATE_UNROLL
      for (int j = 0; j < 4; ++j) b_elements[j] = *reinterpret_cast<const float*>(b.at(column(j), k));
      ULPGATE_UNROLL
      for (int i = 0; i < 8; ++i) {
        ULPGATE_UNROLL
        for (int j = 0; j < 4; ++j) sums_[i][j] = fmaf(a_elements[i], b_elements[j], sums_[i][j]);
      }
    }
  }

  __device__ void finish() {}

  template <class Use>
  __device__ __forceinline__ void for_each(const Use& use) const {
    ULPGATE_UNROLL
    for (int i = 0; i < 8; ++i) {
      ULPGATE_UNROLL
      for (int j = 0; j < 4; ++j) use(row(i), column(j), sums_[i][j]);
    }
  }

 private:
  __device__ int row(int i) const { return place_.row + static_cast<int>(threadIdx.x) % 32 / 8 + 4 * i; }
  __device__ int column(int j) const { return place_.column + static_cast<int>(threadIdx.x) % 8 + 8 * j; }

  WarpPlace place_;
  float sums_[8][4];
};

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
