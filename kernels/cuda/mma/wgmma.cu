// wgmma, 64 x 64, both operands from shared memory.
#include "kernels/cuda/core_matrix_tile.cuh"
#include "kernels/cuda/fragment_layout.cuh"
#include "kernels/cuda/mma/packed_elements.cuh"
#include "kernels/cuda/mma/rows.cuh"
#include "kernels/cuda/unroll.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {
namespace {

constexpr int m = 64, n = 64, k_bytes = 32;
using Tile = CoreMatrixTile<k_bytes>;
constexpr int threads = 128;
constexpr int shared_bytes = Tile::bytes(m) + Tile::bytes(n);

template <class A, class B, class Accumulator>
__global__ void __launch_bounds__(threads)
    wgmma_kernel(const void* a, const void* b, const void* c, void* d) {
  constexpr int k = k_bytes * 8 / A::bits;
  // The accumulator is laid out as those of mma's m16n8 blocks, side by side, 16 rows for each warp.
  using F = simt::Fragment<16, 8, k, A, B, Accumulator>;
  using Layout = FragmentLayout<F>;
  using Register = typename F::Register;
  using Element = AccumulatorElement<F>;
  using Operand = ElementBits<A::bits>;
  SIMT_DYNAMIC_SHARED(unsigned char, shared);
  const Tile a_tile(shared), b_tile(shared + Tile::bytes(m));
  const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, first_row = thread / 32 * 16;
  for (int i = thread; i < m * k; i += threads) {
    const int row = i / k, at = i % k;
    *reinterpret_cast<Operand*>(a_tile.line_at(row, at * A::bits / 8)) = static_cast<const Operand*>(a)[i];
    *reinterpret_cast<Operand*>(b_tile.line_at(row, at * A::bits / 8)) =
        static_cast<const Operand*>(b)[at * n + row];
  }
  const auto place = [&](int i) {
    const int block = i / F::c_registers, r = i % F::c_registers;
    return (first_row + Layout::c_row(lane, r)) * n + 8 * block + Layout::c_column(lane, r, 0);
  };
  constexpr int registers = n / 8 * F::c_registers;
  Register sum[registers];
  ULPGATE_UNROLL
  for (int i = 0; i < registers; ++i)
    sum[i] = gather<Register, F::register_elements>(static_cast<const Element*>(c) + place(i), 1);
  simt::fence_async_shared();
  __syncthreads();
  simt::wgmma_fence();
  simt::wgmma<n, A, B, Accumulator>(sum, a_tile.descriptor(0), b_tile.descriptor(0), true);
  simt::wgmma_commit();
  simt::wgmma_wait<0>();
  ULPGATE_UNROLL
  for (int i = 0; i < registers; ++i)
    scatter<F::register_elements>(static_cast<Element*>(d) + place(i), sum[i]);
}

template <class A, class B, class Accumulator>
simt::Error launch_one(const MmaProblem& p, simt::Stream stream) {
  return simt::launch("wgmma", wgmma_kernel<A, B, Accumulator>, dim3(1), dim3(threads), shared_bytes, stream,
                      p.a, p.b, p.c, p.d);
}

template <class A, class B, class Accumulator>
constexpr MmaRow row() {
  return {{"wgmma", format_name<A>, format_name<B>, format_name<Accumulator>, m, n, k_bytes * 8 / A::bits, 90,
           90},
          launch_one<A, B, Accumulator>};
}

}  // namespace

std::span<const MmaRow> wgmma_rows() {
  using simt::bf16;
  using simt::e4m3;
  using simt::e5m2;
  using simt::fp16;
  using simt::tf32;
  static constexpr MmaRow rows[] = {
      row<fp16, fp16, float>(), row<fp16, fp16, fp16>(),  row<bf16, bf16, float>(), row<tf32, tf32, float>(),
      row<e4m3, e4m3, float>(), row<e4m3, e5m2, float>(), row<e5m2, e4m3, float>(), row<e5m2, e5m2, float>(),
      row<e4m3, e4m3, fp16>(),  row<e5m2, e5m2, fp16>(),
  };
  return rows;
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
