#pragma once
// The kernel of a matrix product, and rows of tables of them.
#include <cstdint>
#include <span>
#include <ulpgate/simt.h>

#include "kernels/cuda/gemm/epilogue.cuh"
#include "kernels/cuda/gemm/gemm.h"
#include "kernels/cuda/gemm/mainloop.cuh"
#include "kernels/cuda/gemm/partials.cuh"
#include "kernels/cuda/gemm/warp_place.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// Writes a block's sums: to D, or to the workspace where there are more parts. By way of shared memory, so
/// that neighbours in memory are written by neighbours.
template <class Sums>
__device__ __forceinline__ void write_sums(const Sums& sums, unsigned char* shared, const GemmArguments& g,
                                           Epilogue& epilogue, std::int64_t part, std::int64_t problem,
                                           std::int64_t row, std::int64_t column) {
  using Sum = typename Sums::Sum;
  constexpr int pitch = gemm_block::columns + 1;
  static_assert(gemm_block::rows * pitch * sizeof(Sum) <= gemm_block::shared_bytes);
  Sum* const staged = reinterpret_cast<Sum*>(shared);
  sums.for_each([&](int i, int j, Sum sum) { staged[i * pitch + j] = sum; });
  __syncthreads();
  const GemmProblem& p = g.problem;
  const bool along_columns = g.parts == 1 && p.d.row_stride == 1 && p.d.column_stride != 1;
  for (int e = static_cast<int>(threadIdx.x); e < g.block_rows * g.block_columns;
       e += static_cast<int>(blockDim.x)) {
    const int i = along_columns ? e % g.block_rows : e / g.block_columns;
    const int j = along_columns ? e / g.block_rows : e % g.block_columns;
    if (row + i >= p.m || column + j >= p.n) continue;
    const Sum sum = staged[i * pitch + j];
    if (g.parts == 1) {
      epilogue.write(problem, row + i, column + j, sum);
    } else {
      store_partial(g, partial_index(p, part, problem, row + i, column + j), sum);
    }
  }
}

/// Grid: x: tiles of D, row by row of tiles; y: parts of k; z: problems. The last two go round where there
/// are more. For 4 blocks at once: left to itself, ptxas spills on sm_120, for more than its tiles' room.
template <class Sums>
__global__ void __launch_bounds__(WarpPlace::threads(gemm_block::rows, gemm_block::columns), 4)
    gemm_kernel(const GemmArguments g) {
  SIMT_DYNAMIC_SHARED(unsigned char, shared);
  const GemmProblem& p = g.problem;
  const std::int64_t tiles = (p.n + gemm_block::columns - 1) / gemm_block::columns;
  const std::int64_t row = blockIdx.x / tiles * gemm_block::rows,
                     column = blockIdx.x % tiles * gemm_block::columns;
  const auto inside = [](std::int64_t left, int limit) {
    return left < limit ? static_cast<int>(left) : limit;
  };
  const int rows = inside(p.m - row, gemm_block::rows), columns = inside(p.n - column, gemm_block::columns);
  Epilogue epilogue(g);
  for (std::int64_t problem = blockIdx.z; problem < p.batch; problem += gridDim.z) {
    for (std::int64_t part = blockIdx.y; part < g.parts; part += gridDim.y) {
      // The place in shared memory of what came before is used again.
      if (problem != blockIdx.z || part != blockIdx.y) __syncthreads();
      Sums sums(g, rows, columns);
      const std::int64_t k = part * g.part_k, k_end = k + g.part_k < p.k ? k + g.part_k : p.k;
      if (g.sums) accumulate(sums, shared, g, problem, row, column, k, k_end);
      write_sums(sums, shared, g, epilogue, part, problem, row, column);
    }
  }
  if (g.parts == 1) epilogue.finish();
}

struct GemmRow {
  GemmKernel kernel;
  simt::Error (*launch)(const GemmArguments& arguments, dim3 grid, simt::Stream stream);
};

template <class Sums>
simt::Error launch_gemm_kernel(const GemmArguments& arguments, dim3 grid, simt::Stream stream) {
  return simt::launch(
      "gemm", gemm_kernel<Sums>, grid,
      dim3(static_cast<unsigned>(WarpPlace::threads(arguments.block_rows, arguments.block_columns))),
      gemm_block::shared_bytes, stream, arguments);
}

inline constexpr int any_architecture = 1000;

template <class Sums>
constexpr GemmRow tensor_core_row(ElementFormat a, ElementFormat b, ElementFormat accumulator, int first,
                                  int last, const char* instruction) {
  return {{GemmUnit::tensor_core, a, b, accumulator, first, last, instruction, Sums::step_k, 0},
          launch_gemm_kernel<Sums>};
}

template <class Sums>
constexpr GemmRow warp_group_row(ElementFormat a, ElementFormat b, ElementFormat accumulator,
                                 const char* instruction) {
  return {{GemmUnit::warp_group, a, b, accumulator, 90, 90, instruction, Sums::step_k, Sums::promotion},
          launch_gemm_kernel<Sums>};
}

// One table a file.
std::span<const GemmRow> gemm_rows_wgmma();
std::span<const GemmRow> gemm_rows_wgmma_fp8();
std::span<const GemmRow> gemm_rows_turing();
std::span<const GemmRow> gemm_rows_16bit();
std::span<const GemmRow> gemm_rows_tf32();
std::span<const GemmRow> gemm_rows_fp8();
std::span<const GemmRow> gemm_rows_int8();
std::span<const GemmRow> gemm_rows_fp32();

/// Adds parts, lowest k first, and writes D. float or int.
simt::Error launch_reduction(const GemmArguments& arguments, simt::Stream stream);

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
