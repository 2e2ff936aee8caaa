#pragma once
// A block's part of D in the registers of four warps, and the mma.sync that add to it.
#include <cstdint>
#include <type_traits>
#include <ulpgate/simt.h>

#include "kernels/cuda/fragment_layout.cuh"
#include "kernels/cuda/gemm/padded_tile.cuh"
#include "kernels/cuda/gemm/warp_place.cuh"
#include "kernels/cuda/unroll.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// Registers of an operand whose fragment has RowBlocks blocks of 8 rows: rows `row` and on, k from `k`.
template <int RowBlocks, int ElementBytes, int Count>
__device__ __forceinline__ void load_fragment(std::uint32_t (&r)[Count], const PaddedTile<ElementBytes>& tile,
                                              int row, int k) {
  constexpr int word_elements = 4 / ElementBytes;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  // The block of 8 rows and 16 bytes that this lane names a row of, to ldmatrix.
  const int block = lane / 8 % Count;
  const int block_row = row + 8 * (block % RowBlocks), block_k = k + 4 * word_elements * (block / RowBlocks);
  if (tile.along_k()) {
    simt::ldmatrix<Count>(r, tile.at(block_row + lane % 8, block_k));
    return;
  }
  if constexpr (ElementBytes == 2) {
    simt::ldmatrix_transposed<Count>(r, tile.at(block_row, block_k + lane % 8));
  } else {
    // ldmatrix transposes pairs of bytes alone.
    ULPGATE_UNROLL
    for (int i = 0; i < Count; ++i) {
      const int my_row = row + 8 * (i % RowBlocks) + lane / 4;
      const int my_k = k + (4 * (i / RowBlocks) + lane % 4) * word_elements;
      using Element = std::conditional_t<ElementBytes == 1, std::uint8_t, std::uint32_t>;
      r[i] = 0;
      for (int e = 0; e < word_elements; ++e) {
        const Element element = *reinterpret_cast<const Element*>(tile.at(my_row, my_k + e));
        r[i] |= static_cast<std::uint32_t>(element) << (8 * ElementBytes * e);
      }
    }
  }
}

template <class A, class B, class Accumulator, int M, int K>
class TensorCoreTile {
 public:
  using F = simt::Fragment<M, 8, K, A, B, Accumulator>;
  using Sum = std::conditional_t<std::is_same_v<Accumulator, int>, int, float>;
  static constexpr int element_bytes = A::bits / 8;
  static constexpr int step_k = K;
  using Tile = PaddedTile<element_bytes>;

  __device__ TensorCoreTile(const GemmArguments& g, int rows, int columns)
      : place_(WarpPlace::of_this_thread(g, rows, columns)) {
    for (auto& row : sums_) {
      for (auto& block : row) {
        for (auto& r : block) r = 0;
      }
    }
  }

  __device__ static void publish() {}

  /// The first `ks` of the tiles, in ascending steps, the last filled up with the zeros that follow.
  __device__ __forceinline__ void multiply(const Tile& a, const Tile& b, int ks) {
    if (place_.is_outside()) return;
    for (int k = 0; k < ks; k += step_k) multiply_step(a, b, k);
  }

  __device__ void finish() {}

  /// use(row, column, sum), both in the block's part, for each element that this thread holds, inside D or
  /// not.
  template <class Use>
  __device__ __forceinline__ void for_each(const Use& use) const {
    using Layout = FragmentLayout<F>;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    ULPGATE_UNROLL
    for (int i = 0; i < row_blocks; ++i) {
      ULPGATE_UNROLL
      for (int j = 0; j < column_blocks; ++j) {
        ULPGATE_UNROLL
        for (int r = 0; r < F::c_registers; ++r) {
          for (int e = 0; e < F::register_elements; ++e)
            use(place_.row + M * i + Layout::c_row(lane, r),
                place_.column + 8 * j + Layout::c_column(lane, r, e), sum_of(sums_[i][j][r], e));
        }
      }
    }
  }

 private:
  static constexpr int row_blocks = gemm_block::warp_rows / M;
  static constexpr int column_blocks = gemm_block::warp_columns / 8;

  __device__ __forceinline__ void multiply_step(const Tile& a, const Tile& b, int k) {
    std::uint32_t b_registers[column_blocks][F::b_registers];
    ULPGATE_UNROLL
    for (int j = 0; j < column_blocks; ++j) {
      // What lies outside D is outside for all lanes.
      if (8 * j < place_.columns) load_fragment<1>(b_registers[j], b, place_.column + 8 * j, k);
    }
    ULPGATE_UNROLL
    for (int i = 0; i < row_blocks; ++i) {
      if (M * i < place_.rows) {
        std::uint32_t a_registers[F::a_registers];
        load_fragment<M / 8>(a_registers, a, place_.row + M * i, k);
        ULPGATE_UNROLL
        for (int j = 0; j < column_blocks; ++j) {
          if (8 * j < place_.columns)
            simt::mma<M, 8, K, A, B, Accumulator>(sums_[i][j], a_registers, b_registers[j], sums_[i][j]);
        }
      }
    }
  }

  __device__ static Sum sum_of(typename F::Register r, int element) {
    if constexpr (F::register_elements == 1) {
      return r;
    } else {
      return __half2float(__ushort_as_half(static_cast<unsigned short>(r >> (16 * element))));
    }
  }

  WarpPlace place_;
  typename F::Register sums_[row_blocks][column_blocks][F::c_registers];
};

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
