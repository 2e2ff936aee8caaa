#pragma once
// A block's part of D in fp32 registers, and the fmaf that add to it.
#include <ulpgate/simt.h>

#include "kernels/cuda/gemm/tile_loader.cuh"
#include "kernels/cuda/unroll.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// Each thread holds 8 rows, 8 apart, and 4 columns, 16 apart.
class CudaCoreTile {
 public:
  using Sum = float;
  static constexpr int element_bytes = 4;
  static constexpr int step_k = 1;
  using Tile = SharedTile<element_bytes>;

  __device__ CudaCoreTile(int /*rows*/, int /*columns*/) {
    for (auto& row : sums_) {
      for (float& sum : row) sum = 0;
    }
  }

  __device__ __forceinline__ void multiply(const Tile& a, const Tile& b, int k) {
    float a_elements[8], b_elements[4];
    ULPGATE_UNROLL
    for (int i = 0; i < 8; ++i) a_elements[i] = *reinterpret_cast<const float*>(a.at(first_row() + 8 * i, k));
    ULPGATE_UNROLL
    for (int j = 0; j < 4; ++j)
      b_elements[j] = *reinterpret_cast<const float*>(b.at(first_column() + 16 * j, k));
    ULPGATE_UNROLL
    for (int i = 0; i < 8; ++i) {
      ULPGATE_UNROLL
      for (int j = 0; j < 4; ++j) sums_[i][j] = fmaf(a_elements[i], b_elements[j], sums_[i][j]);
    }
  }

  template <class Use>
  __device__ __forceinline__ void for_each(const Use& use) const {
    ULPGATE_UNROLL
    for (int i = 0; i < 8; ++i) {
      ULPGATE_UNROLL
      for (int j = 0; j < 4; ++j) use(first_row() + 8 * i, first_column() + 16 * j, sums_[i][j]);
    }
  }

 private:
  __device__ static int first_row() { return static_cast<int>(threadIdx.x) / 16; }
  __device__ static int first_column() { return static_cast<int>(threadIdx.x) % 16; }

  float sums_[8][4];
};

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
