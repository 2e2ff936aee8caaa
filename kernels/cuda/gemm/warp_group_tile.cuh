#pragma once
// A block's part of D in the registers of a warp group, and the wgmma that add to it.
#include <cstdint>
#include <type_traits>
#include <ulpgate/simt.h>

#include "kernels/cuda/core_matrix_tile.cuh"
#include "kernels/cuda/fragment_layout.cuh"
#include "kernels/cuda/gemm/arguments.h"
#include "kernels/cuda/unroll.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// A tile in shared memory as wgmma takes it: lines run along k.
template <int ElementBytes>
class WarpGroupOperand : public CoreMatrixTile<gemm_block::k_bytes> {
 public:
  static constexpr int element_bytes = ElementBytes;
  static constexpr int k = gemm_block::k_bytes / ElementBytes;
  static_assert(CoreMatrixTile<gemm_block::k_bytes>::bytes(gemm_block::rows) <= gemm_block::operand_bytes);

  __device__ WarpGroupOperand(unsigned char* memory, const GemmOperand& /*operand*/)
      : CoreMatrixTile<gemm_block::k_bytes>(memory) {}
  __device__ static constexpr bool along_k() { return true; }
};

/// Promotion: so many k are one chain, and chains are added in fp32; 0: all are one.
template <class A, class B, class Accumulator, int Promotion>
class WarpGroupTile {
 public:
  using Sum = float;
  static constexpr int step_k = 32 * 8 / A::bits;
  static constexpr int promotion = Promotion;
  using Tile = WarpGroupOperand<A::bits / 8>;
  static_assert(Promotion % Tile::k == 0);

  __device__ WarpGroupTile(const GemmArguments& /*g*/, int /*rows*/, int /*columns*/) {
    ULPGATE_UNROLL
    for (int i = 0; i < registers; ++i) {
      chain_[i] = 0;
      if constexpr (Promotion > 0) sums_[i] = 0;
    }
  }

  /// Lets wgmma see what this thread copied.
  __device__ static void publish() { simt::fence_async_shared(); }

  __device__ __forceinline__ void multiply(const Tile& a, const Tile& b, int ks) {
    // Each is waited for: the compiler would otherwise guard the registers around the loop by itself.
    for (int k = 0; k < ks; k += step_k) {
      simt::wgmma_fence();
      simt::wgmma<gemm_block::columns, A, B, Accumulator>(chain_, a.descriptor(k * Tile::element_bytes),
                                                          b.descriptor(k * Tile::element_bytes), true);
      simt::wgmma_commit();
      simt::wgmma_wait<0>();
    }
    chain_k_ += ks;
    if constexpr (Promotion > 0) {
      if (chain_k_ == Promotion) promote();
    }
  }

  /// After the last k.
  __device__ void finish() {
    if constexpr (Promotion > 0) {
      if (chain_k_ > 0) promote();
    }
  }

  template <class Use>
  __device__ __forceinline__ void for_each(const Use& use) const {
    const int lane = static_cast<int>(threadIdx.x) % 32, first_row = static_cast<int>(threadIdx.x) / 32 * 16;
    ULPGATE_UNROLL
    for (int j = 0; j < gemm_block::columns / 8; ++j) {
      ULPGATE_UNROLL
      for (int r = 0; r < F::c_registers; ++r) {
        for (int e = 0; e < F::register_elements; ++e)
          use(first_row + Layout::c_row(lane, r), 8 * j + Layout::c_column(lane, r, e),
              sum(j * F::c_registers + r, e));
      }
    }
  }

 private:
  /// The accumulator is laid out as those of mma's m16n8 blocks, side by side.
  using F = simt::Fragment<16, 8, step_k, A, B, Accumulator>;
  using Layout = FragmentLayout<F>;
  using Register = typename F::Register;
  static constexpr int registers = gemm_block::columns / 8 * F::c_registers;
  static_assert(Promotion == 0 || std::is_same_v<Accumulator, float>);

  __device__ void promote() {
    ULPGATE_UNROLL
    for (int i = 0; i < registers; ++i) {
      sums_[i] = __fadd_rn(sums_[i], chain_[i]);
      chain_[i] = 0;
    }
    chain_k_ = 0;
  }

  __device__ Sum sum(int i, int element) const {
    if constexpr (Promotion > 0) {
      return sums_[i];
    } else if constexpr (F::register_elements == 1) {
      return chain_[i];
    } else {
      return __half2float(__ushort_as_half(static_cast<unsigned short>(chain_[i] >> (16 * element))));
    }
  }

  Register chain_[registers];
  int chain_k_ = 0;  ///< in the chain so far
  float sums_[Promotion > 0 ? registers : 1];
};

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
