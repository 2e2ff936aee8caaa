#pragma once
// The kernel of one instruction, and rows of tables of them.
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <ulpgate/simt.h>

#include "kernels/cuda/fragment_layout.cuh"
#include "kernels/cuda/mma/mma.h"

namespace ulpgate::cuda {
inline namespace SIMT_BUILD {

/// An element's bits in memory.
template <int Bits>
using ElementBits = std::conditional_t<
    Bits == 8, std::uint8_t,
    std::conditional_t<Bits == 16, std::uint16_t, std::conditional_t<Bits == 32, std::uint32_t, double>>>;

/// `Elements` elements that are `stride` apart, the first in the lowest bits.
template <class Operand, int Elements, class Element>
__device__ Operand gather(const Element* first, int stride) {
  if constexpr (Elements == 1) {
    return static_cast<Operand>(*first);
  } else {
    Operand word = 0;
    for (int e = 0; e < Elements; ++e) word |= static_cast<Operand>(first[e * stride]) << (32 / Elements * e);
    return word;
  }
}

/// One warp.
template <int M, int N, int K, class A, class B, class Accumulator>
__global__ void __launch_bounds__(32) mma_kernel(const void* a, const void* b, const void* c, void* d) {
  using F = simt::Fragment<M, N, K, A, B, Accumulator>;
  using Layout = FragmentLayout<F>;
  using Operand = typename F::Operand;
  using Register = typename F::Register;
  using OperandBits = ElementBits<A::bits>;
  using Element = std::conditional_t<F::register_elements == 2, std::uint16_t, Register>;
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
    if constexpr (F::register_elements == 1) {
      *first = sum[r];
    } else {
      first[0] = static_cast<Element>(sum[r] & 0xFFFF);
      first[1] = static_cast<Element>(sum[r] >> 16);
    }
  }
}

struct MmaRow {
  MmaInstruction instruction;
  simt::Error (*launch)(const MmaProblem& problem, simt::Stream stream);
};

template <int M, int N, int K, class A, class B, class Accumulator>
simt::Error launch_one(const MmaProblem& p, simt::Stream stream) {
  return simt::launch("mma", mma_kernel<M, N, K, A, B, Accumulator>, dim3(1), dim3(32), 0, stream, p.a, p.b,
                      p.c, p.d);
}

// The names that ulpgate has for formats and accumulators.
template <class T>
inline constexpr std::string_view format_name = {};
template <>
inline constexpr std::string_view format_name<simt::fp16> = "fp16";
template <>
inline constexpr std::string_view format_name<simt::bf16> = "bf16";
template <>
inline constexpr std::string_view format_name<simt::tf32> = "tf32";
template <>
inline constexpr std::string_view format_name<simt::e4m3> = "e4m3";
template <>
inline constexpr std::string_view format_name<simt::e5m2> = "e5m2";
template <>
inline constexpr std::string_view format_name<simt::int8> = "int8";
template <>
inline constexpr std::string_view format_name<simt::uint8> = "uint8";
template <>
inline constexpr std::string_view format_name<simt::fp64> = "fp64";
template <>
inline constexpr std::string_view format_name<float> = "fp32";
template <>
inline constexpr std::string_view format_name<int> = "int32";
template <>
inline constexpr std::string_view format_name<double> = "fp64";

template <int M, int N, int K, class A, class B, class Accumulator>
constexpr MmaRow mma_row(int first_architecture) {
  return {{format_name<A>, format_name<B>, format_name<Accumulator>, M, N, K, first_architecture},
          launch_one<M, N, K, A, B, Accumulator>};
}

// One table a file.
std::span<const MmaRow> mma_rows_16bit();
std::span<const MmaRow> mma_rows_fp8();
std::span<const MmaRow> mma_rows_int8();
std::span<const MmaRow> mma_rows_fp64();

}  // namespace SIMT_BUILD
}  // namespace ulpgate::cuda
