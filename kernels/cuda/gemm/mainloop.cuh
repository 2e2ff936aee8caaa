#pragma once
// The sum over k: copies run ahead of the multiplications by all stages but one.
#include <cstdint>
#include <ulpgate/simt.h>

#include "kernels/cuda/gemm/tile_loader.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// Adds k from `k_begin` to below `k_end` to `sums`, in ascending steps of Sums::step_k, the last filled up
/// with zeros. By all threads of the block; `shared` has gemm_block::shared_bytes, and may be used again when
/// it returns.
template <class Sums>
__device__ void accumulate(Sums& sums, unsigned char* shared, const GemmArguments& g, std::int64_t problem,
                           std::int64_t row, std::int64_t column, std::int64_t k_begin, std::int64_t k_end) {
  using Tile = typename Sums::Tile;
  const std::int64_t tiles = (k_end - k_begin + Tile::k - 1) / Tile::k;
  const auto a_tile = [&](std::int64_t t) {
    return Tile(shared + t % gemm_block::stages * 2 * gemm_block::operand_bytes, g.a);
  };
  const auto b_tile = [&](std::int64_t t) {
    return Tile(shared + (t % gemm_block::stages * 2 + 1) * gemm_block::operand_bytes, g.b);
  };
  const auto load = [&](std::int64_t t) {
    if (t < tiles) {
      const std::int64_t k = k_begin + t * Tile::k;
      load_tile(a_tile(t), g.a, problem, row, g.block_rows, k, k_end);
      load_tile(b_tile(t), g.b, problem, column, g.block_columns, k, k_end);
    }
    // Empty groups as well: the wait counts them.
    simt::copy_async_commit();
  };
  for (int t = 0; t < gemm_block::stages - 1; ++t) load(t);
  for (std::int64_t t = 0; t < tiles; ++t) {
    simt::copy_async_wait<gemm_block::stages - 2>();
    Sums::publish();
    // Tile t is there for everybody, and nobody reads tile t - 1 any more, whose place the next one takes.
    __syncthreads();
    load(t + gemm_block::stages - 1);
    const std::int64_t left = k_end - k_begin - t * Tile::k;
    sums.multiply(a_tile(t), b_tile(t), left < Tile::k ? static_cast<int>(left) : Tile::k);
  }
  sums.finish();
  __syncthreads();
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
