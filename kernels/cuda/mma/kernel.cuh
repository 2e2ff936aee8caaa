#pragma once
// The kernel of one mma.sync.
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <ulpgate/simt.h>

#include "kernels/cuda/fragment_layout.cuh"
#include "kernels/cuda/mma/packed_elements.cuh"
#include "kernels/cuda/mma/rows.cuh"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// One warp.
template <int M, int N, int K, class A, class B, class Accumulator>
__global__ void __launch_bounds__(32) mma_kernel(const void* a, const void* b, const void* c, void* d) {
  using F = simt::Fragment<M, N, K, A, B, Accumulator>;
  using Layout = FragmentLayout<F>;
  using Operand = typename F::Operand;
  using Register = typename F::Register;
  using OperandBits = ElementBits<A::bits>;
  using Element = AccumulatorElement<F>;
  const int lane = static_cast<int>(threadIdx.x);
  const auto* const a_elements = static_cast<const OperandBits*>(a);
  const auto* const b_elements = static_cast<const OperandBits*>(b);
  const auto* const c_elements = static_cast<const Element*>(c);
  auto* const d_elements = static_cast<Element*>(d);

  Operand a_registers[F::a_registers], b_registers[F::b_registers];
  Register sum[F::c_registers];
  for (int r = 0; r < F::a_registers; ++r) {
    const OperandBits* const first = a_elements + Layout::a_row(lane, r) * K + Layout::a_column(lane, r, 0);
    a_registers[r] = gather<Operand, F::operand_elements>(first, 1);
  }
  for (int r = 0; r < F::b_registers; ++r) {
    const OperandBits* const first = b_elements + Layout::b_row(lane, r, 0) * N + Layout::b_column(lane);
    b_registers[r] = gather<Operand, F::operand_elements>(first, N);
  }
  for (int r = 0; r < F::c_registers; ++r) {
    const Element* const first = c_elements + Layout::c_row(lane, r) * N + Layout::c_column(lane, r, 0);
    sum[r] = gather<Register, F::register_elements>(first, 1);
  }
  simt::mma<M, N, K, A, B, Accumulator>(sum, a_registers, b_registers, sum);
  for (int r = 0; r < F::c_registers; ++r) {
    Element* const first = d_elements + Layout::c_row(lane, r) * N + Layout::c_column(lane, r, 0);
    scatter<F::register_elements>(first, sum[r]);
  }
}

template <int M, int N, int K, class A, class B, class Accumulator>
simt::Error launch_one_mma(const MmaProblem& p, simt::Stream stream) {
  return simt::launch("mma", mma_kernel<M, N, K, A, B, Accumulator>, dim3(1), dim3(32), 0, stream, p.a, p.b,
                      p.c, p.d);
}

template <int M, int N, int K, class A, class B, class Accumulator>
constexpr MmaRow mma_row(int first_architecture) {
  return {{"mma", format_name<A>, format_name<B>, format_name<Accumulator>, M, N, K, first_architecture,
           any_architecture},
          launch_one_mma<M, N, K, A, B, Accumulator>};
}

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
